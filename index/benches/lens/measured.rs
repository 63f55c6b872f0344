//! The measurements.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::corpus;
use super::support::Folders;
use index::{CacheFile, FileStamp, Index, IndexOptions, KeyFilter, ListVisitor, PlaysetLens, Scope, SourceSet as _};

const ROUNDS: usize = 5;

pub(super) fn run() {
    let size = if std::env::args().any(|word| word == "full") { corpus::FULL } else { corpus::BRIEF };
    let folder = tempfile::tempdir().unwrap();
    let folders = corpus::lay_out(folder.path(), size);
    // Stamps are trusted when they are older than this.
    std::thread::sleep(Duration::from_millis(2_100));
    let sources = Arc::new(Folders(folders));
    let files = listed(&sources);
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
    let walk = || listed(&sources).len();
    let whole = || {
        let lens = look(&self::index(None), &sources, &Scope::Everything);
        lens.conflicts(&KeyFilter::default(), |_| true).total()
    };
    let whole_time = compare("whole lens from nothing, with all winners' keys, against reading", whole, read, "5×");
    let cached = || look(&self::index(Some(cache.clone())), &sources, &Scope::Everything).counts().files;
    compare("with a valid cache, against walking and stating", cached, walk, "2×");
    let warm = || look(&index, &sources, &Scope::Everything).counts().files;
    compare("nothing has changed, against walking and stating", warm, walk, "");
    let edited = sources.0[1].join("common/traits/edited.txt");
    let edit = || {
        std::fs::write(&edited, "object_1_1 = { }\n").unwrap();
        look(&index, &sources, &Scope::Everything).counts().files
    };
    let edit_time = median(edit);
    println!(
        "| after one edit, against the whole | {:.1} ms | {:.1} ms | {:.3}× | 0.02× |",
        edit_time / 1e6,
        whole_time / 1e6,
        edit_time / whole_time
    );
    let narrow =
        || look(&index, &sources, &Scope::below("common/traits")).object("object_0_1", &KeyFilter::default()).len();
    println!("| object in one folder, all of the call below the tool | {:.2} ms | | | |", median(narrow) / 1e6);
    let object = || lens.object("object_0_1", &KeyFilter::default()).len();
    println!("| object, the search alone | {:.3} ms | | | |", median(object) / 1e6);
    let conflicts = || lens.conflicts(&KeyFilter::default(), |sources| sources.len() > 1).total();
    println!("| conflicts of all mods | {:.1} ms | | | 100 ms |", median(conflicts) / 1e6);
}

fn index(cache: Option<CacheFile>) -> Index {
    Index::new(IndexOptions { threads: 1, cache, ..IndexOptions::default() })
}

fn look(index: &Index, sources: &Arc<Folders>, scope: &Scope) -> PlaysetLens<Folders> {
    index.lens(sources, scope, Duration::from_mins(10), &|| false).unwrap()
}

/// Walks and states everything that an index looks at.
fn listed(sources: &Folders) -> Vec<PathBuf> {
    struct Collector<'f>(&'f Path, Vec<PathBuf>);
    impl ListVisitor for Collector<'_> {
        fn wants_folder(&mut self, _: &str) -> bool {
            true
        }
        fn wants_file(&mut self, _: &str, name: &str) -> bool {
            name != "descriptor.mod"
        }
        fn file(&mut self, path: &str, stamp: Option<FileStamp>) {
            black_box(stamp);
            self.1.push(self.0.join(path));
        }
    }
    let mut files = Vec::new();
    for (source, folder) in sources.0.iter().enumerate() {
        let mut collector = Collector(folder, Vec::new());
        sources.list(source, "", &mut collector);
        files.append(&mut collector.1);
    }
    files
}

fn compare(what: &str, ours: impl Fn() -> usize, baseline: impl Fn() -> usize, most: &str) -> f64 {
    let (ours, baseline) = (median(ours), median(baseline));
    println!("| {what} | {:.1} ms | {:.1} ms | {:.2}× | {most} |", ours / 1e6, baseline / 1e6, ours / baseline);
    ours
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
