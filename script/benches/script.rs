//! What parsing costs, as ratios to jomini's tape in the same run.
//!
//! `cargo bench -p ck3-script` prints a table. Each figure is the median of interleaved rounds in processor time, so that a busy
//! machine slows both sides alike. The text is generated; `docs/script.md` has the goals and a run.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark is a program of its own")]
#![expect(clippy::cast_precision_loss, reason = "figures are for reading")]

mod generated;

use std::hint::black_box;
use std::time::Instant;

use ck3_script::{Folder, Script, check, definitions, definitions_only};
use generated::File;
use jomini::TextTape;

const MEGABYTE: usize = 1_000_000;
const ROUNDS: usize = 11;

fn main() {
    let files = generated::corpus(100 * MEGABYTE);
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let lines = count(&files, b'\n');
    let braces = count(&files, b'{');
    println!("{} files, {:.1} MB, {lines} lines, {braces} blocks\n", files.len(), bytes as f64 / 1e6);
    println!("| what | ours | baseline | ratio | at most |\n|---|---|---|---|---|");
    let full = |file: &File| {
        let script = Script::parse(&file.bytes);
        definitions(&script, file.folder).len() + script.lexemes().len()
    };
    let only = |file: &File| definitions_only(&file.bytes, file.folder).len();
    let checked = |file: &File| check(path(file.folder), &file.bytes).problems.total();
    let baseline = |file: &File| TextTape::from_slice(&file.bytes).unwrap().tokens().len();
    compare("full tape with spans and definitions, against jomini's tape", &files, full, baseline, "1.3×");
    compare("definitions only, against jomini's tape", &files, only, baseline, "0.9×");
    compare("every check, against jomini's tape", &files, checked, baseline, "");
    memory(&files);
    linear();
}

fn count(files: &[File], byte: u8) -> usize {
    files.iter().map(|file| memchr::memchr_iter(byte, &file.bytes).count()).sum()
}

fn path(folder: Folder) -> &'static str {
    match folder {
        Folder::Events => "events/a.txt",
        Folder::HistoryCharacters => "history/characters/a.txt",
        Folder::ScriptedEffects => "common/scripted_effects/a.txt",
        Folder::LandedTitles => "common/landed_titles/a.txt",
        Folder::Gui => "gui/a.gui",
        Folder::Defines => "common/defines/a.txt",
        _ => "common/traits/a.txt",
    }
}

/// Nanoseconds of processor time for all files.
fn time(files: &[File], work: impl Fn(&File) -> usize) -> f64 {
    let started = Clock::now();
    for file in files {
        black_box(work(black_box(file)));
    }
    started.elapsed()
}

/// Processor time of this thread where the system tells it, so that other programs do not count; time by the clock elsewhere.
struct Clock {
    on_processor: Option<f64>,
    started: Instant,
}

impl Clock {
    fn now() -> Self {
        Self { on_processor: on_processor(), started: Instant::now() }
    }

    fn elapsed(&self) -> f64 {
        match (self.on_processor, on_processor()) {
            (Some(before), Some(after)) => after - before,
            _ => self.started.elapsed().as_nanos() as f64,
        }
    }
}

/// Nanoseconds that this thread has run; Linux counts them.
fn on_processor() -> Option<f64> {
    // The count is brought up to date when the thread gives way.
    std::thread::yield_now();
    let figures = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    figures.split(' ').next()?.parse().ok()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Runs both sides in turn and prints the medians.
fn compare(
    what: &str,
    files: &[File],
    ours: impl Fn(&File) -> usize,
    baseline: impl Fn(&File) -> usize,
    at_most: &str,
) {
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        mine.push(time(files, &ours));
        theirs.push(time(files, &baseline));
    }
    let (mine, theirs) = (median(mine), median(theirs));
    println!("| {what} | {:.1} ms | {:.1} ms | {:.2}× | {at_most} |", mine / 1e6, theirs / 1e6, mine / theirs);
}

fn memory(files: &[File]) {
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let tape = |file: &File| size_of_val(Script::parse(&file.bytes).lexemes());
    let tapes: usize = files.iter().map(tape).sum();
    let largest = files.iter().map(|file| tape(file) as f64 / file.bytes.len() as f64).fold(0.0, f64::max);
    let (tapes, bytes) = (tapes as f64, bytes as f64);
    println!(
        "| memory of the tapes, against the files | {:.1} MB | {:.1} MB | {:.2}× (the largest {largest:.2}×) | 2× |",
        tapes / 1e6,
        bytes / 1e6,
        tapes / bytes
    );
}

/// One file of 1, 10 and 100 MB: nanoseconds a byte.
fn linear() {
    println!(
        "\n| one file of | full tape and definitions | definitions only | every check | jomini's tape |\n|---|---|---|---|---|"
    );
    for size in [1, 10, 100] {
        let events: Vec<File> = generated::corpus(2 * MEGABYTE);
        let events = events.iter().filter(|file| file.folder == Folder::Events).map(|file| &file.bytes[3..]);
        let mut bytes = Vec::new();
        events.cycle().try_for_each(|event| {
            bytes.extend_from_slice(event);
            (bytes.len() < size * MEGABYTE).then_some(())
        });
        let files = [File { folder: Folder::Events, bytes }];
        let length = files[0].bytes.len() as f64;
        let per_byte =
            |work: &dyn Fn(&File) -> usize| median((0..ROUNDS).map(|_| time(&files, work)).collect()) / length;
        let full = per_byte(&|file| definitions(&Script::parse(&file.bytes), file.folder).len());
        let only = per_byte(&|file| definitions_only(&file.bytes, file.folder).len());
        let checked = per_byte(&|file| check("events/a.txt", &file.bytes).problems.total());
        let jomini = per_byte(&|file| TextTape::from_slice(&file.bytes).unwrap().tokens().len());
        println!("| {size} MB | {full:.2} ns/B | {only:.2} ns/B | {checked:.2} ns/B | {jomini:.2} ns/B |");
    }
}
