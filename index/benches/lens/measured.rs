//! The measurements.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ck3_lens::SessionSources;
use index::{CacheFile, Index, IndexOptions, KeyFilter, PlaysetLens, Scope, WaitOptions};

use super::{corpus, floor, playset};

const ROUNDS: usize = 9;
/// A folder with a tenth of all scripts, in the game and in every mod.
const FOLDER: &str = "common/traits";

pub(super) fn run() {
    let size = if std::env::args().any(|word| word == "full") { corpus::FULL } else { corpus::BRIEF };
    let folder = tempfile::tempdir().unwrap();
    let folders = corpus::lay_out(folder.path(), size);
    // Stamps are trusted when they are older than this.
    std::thread::sleep(Duration::from_millis(2_100));
    let sources = playset::sources(&folders);
    let roots = floor::roots(&folders);
    let files = listed(&folders);
    let cache = CacheFile::at(folder.path().join("cache/index.bin"));
    let idle = resident();
    let index = index(None);
    let lens = look(&index, &sources, &Scope::Everything);
    println!("{size:?}\n{} files, {:?}", files.len(), lens.counts());
    println!("memory above idle: {:.1} MB\n", (resident() - idle) as f64 / 1e6);
    // Fills the cache; it is written after the answer.
    look(&self::index(Some(cache.clone())), &sources, &Scope::Everything);
    std::thread::sleep(Duration::from_secs(3));

    println!("| what | ours | baseline | ratio | at most |\n|---|---|---|---|---|");
    let read = || files.iter().map(|file| std::fs::read(file).unwrap().len()).sum::<usize>();
    let walk = || listed(&folders).len();
    let bare = || floor::look(&roots, Path::new("."));
    let whole = || {
        let lens = look(&self::index(None), &sources, &Scope::Everything);
        lens.conflicts(&KeyFilter::default(), |_| true).total()
    };
    let whole_time = compare("from nothing, with all winners' keys, against reading", whole, read, "5×");
    let cached = || look(&self::index(Some(cache.clone())), &sources, &Scope::Everything).counts().files;
    compare("with a valid cache, against walking and stating with std", cached, walk, "2×");
    let warm = || look(&index, &sources, &Scope::Everything).object("object_0_1", &KeyFilter::default()).len();
    compare("object without a folder, nothing has changed, against the floor", warm, bare, "");
    let narrow = Scope::below(FOLDER);
    let in_folder = || look(&index, &sources, &narrow).object("object_0_1", &KeyFilter::default()).len();
    let bare_folder = || floor::look(&roots, Path::new(FOLDER));
    println!("({} files below {FOLDER})", bare_folder());
    compare("object in a folder, nothing has changed, against the floor", in_folder, bare_folder, "1 ms");
    let has = Scope::File(corpus::script_path(0));
    let file = || look(&index, &sources, &has).order().len();
    alone("file: who has it", file, "1 ms");
    // An edit is seen as one for two seconds, so each round parses one file.
    let edited = folders[1].join(FOLDER).join("edited.txt");
    let edit = |scope: &Scope| {
        std::fs::write(&edited, "object_1_1 = { }\n").unwrap();
        look(&index, &sources, scope).object("object_1_1", &KeyFilter::default()).len()
    };
    let narrow_time = median(|| edit(&narrow));
    share("after one edit, object in its folder, against the whole", narrow_time, whole_time);
    let edit_time = median(|| edit(&Scope::Everything));
    share("after one edit, object without a folder, against the whole", edit_time, whole_time);
    share("(the floor without a folder, against the whole)", median(bare), whole_time);
    let object = || lens.object("object_0_1", &KeyFilter::default()).len();
    alone("finding a key among all definitions", object, "");
    let conflicts = || lens.conflicts(&KeyFilter::default(), |sources| sources.len() > 1).total();
    alone("conflicts of all mods", conflicts, "100 ms");
}

fn index(cache: Option<CacheFile>) -> Index {
    Index::new(IndexOptions { threads: 1, cache, ..IndexOptions::default() })
}

fn look(index: &Index, sources: &Arc<SessionSources>, scope: &Scope) -> PlaysetLens<SessionSources> {
    index.lens(sources, scope, &WaitOptions::new(Duration::from_mins(10))).unwrap()
}

/// Walks and states every file, as a program does that uses the standard library.
fn listed(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open: Vec<PathBuf> = folders.to_vec();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else if entry.file_name() != "descriptor.mod" {
                black_box(entry.metadata().unwrap());
                files.push(entry.path());
            }
        }
    }
    files
}

fn compare(what: &str, ours: impl Fn() -> usize, baseline: impl Fn() -> usize, most: &str) -> f64 {
    let (ours, baseline) = (median(ours), median(baseline));
    println!("| {what} | {:.2} ms | {:.2} ms | {:.2}× | {most} |", ours / 1e6, baseline / 1e6, ours / baseline);
    ours
}

fn alone(what: &str, work: impl Fn() -> usize, most: &str) {
    println!("| {what} | {:.2} ms | | | {most} |", median(work) / 1e6);
}

fn share(what: &str, part: f64, whole: f64) {
    println!("| {what} | {:.2} ms | {:.1} ms | {:.3}× | 0.02× |", part / 1e6, whole / 1e6, part / whole);
}

/// The median, in nanoseconds of processor time of the whole process.
fn median(work: impl Fn() -> usize) -> f64 {
    black_box(work());
    let mut figures: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let started = on_processor();
            black_box(work());
            on_processor() - started
        })
        .collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Nanoseconds that all threads of this process have run, those that ended too.
fn on_processor() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Bytes of memory in use.
fn resident() -> u64 {
    let figures = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    figures.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or_default() * 4096
}
