//! What contained access costs, as ratios to the plain thing in the same run.
//!
//! `cargo bench -p world-adapter` prints a table. Each figure is the median of interleaved rounds, so that a busy machine
//! slows both sides alike. The targets are those of `docs/performance-world.md`.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark is a program of its own")]
#![expect(clippy::cast_precision_loss, reason = "figures are for reading")]

use std::fs;
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use cap_std::fs::Dir;
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal, Wrapper};
use rustix::fs::{FileType, Mode as FileMode, OFlags, RawDir, openat};
use world_adapter::{Config, Depth, Existence, Mode, Page, RootKey, SessionAuthority, SessionConfig, WorldAdapter};

/// One part of the benchmark, given the folder it works in.
type Part = fn(&Path);

const FILE: &str = "common/traits/00_traits.txt";

fn main() {
    let disk = tempfile::tempdir().unwrap();
    if let Some(index) = std::env::args().position(|argument| argument == "--tokens") {
        let root = std::env::args().nth(index + 1).unwrap();
        return println!("{}", memory_of_tokens(Path::new(&root)));
    }
    // `cargo bench -p world-adapter -- resolve` runs that part alone.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let parts: [(&str, Part); 4] = [("resolve", resolve), ("list", list), ("tree", tree), ("memory", memory)];
    build_world(disk.path());
    println!("| what | ours | baseline | ratio | at most |\n|---|---|---|---|---|");
    for (name, part) in parts {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            part(disk.path());
        }
    }
}

/// 60,000 files in 3,000 directories, 1,000 files in one, and one to look up.
fn build_world(root: &Path) {
    fs::create_dir_all(root.join("common/traits")).unwrap();
    fs::write(root.join(FILE), "x").unwrap();
    fs::create_dir(root.join("thousand")).unwrap();
    for n in 0..1000 {
        fs::write(root.join(format!("thousand/{n:04}_some_file.txt")), "").unwrap();
    }
    for n in 0..3000 {
        let folder = root.join(format!("tree/part_{}/section_{}/folder_{n}", n % 10, n % 100));
        fs::create_dir_all(&folder).unwrap();
        (0..20).for_each(|file| fs::write(folder.join(format!("{file:02}_file.txt")), "").unwrap());
    }
}

/// A fresh adapter, so that the cap on references is not what is measured.
fn world(root: &Path) -> (WorldAdapter, &'static Wrapper) {
    let program = tests_started::program();
    let (world, _) = WorldAdapter::open(Config::new().root(RootKey::Game, root), Arc::clone(&program.wa));
    let right = SessionAuthority::of(&program.wa);
    let (session, _) = world.load_session(&right, SessionConfig::new().mode(Mode::Ck3lens));
    world.replace_session(&right, world.default_session(), |_| session).unwrap();
    (world, &program.wrapper)
}

fn nanoseconds(work: impl FnOnce()) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_nanos() as f64
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Runs both sides in turn and prints their medians.
fn compare(
    what: &str,
    rounds: usize,
    per_round: usize,
    mut ours: impl FnMut() -> f64,
    mut baseline: impl FnMut() -> f64,
) {
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    ours();
    baseline();
    for _ in 0..rounds {
        mine.push(ours() / per_round as f64);
        theirs.push(baseline() / per_round as f64);
    }
    let (mine, theirs) = (median(mine), median(theirs));
    println!("| {what} | {:.2} µs | {:.2} µs | {:.2}× | 1.5× |", mine / 1e3, theirs / 1e3, mine / theirs);
}

fn resolve(root: &Path) {
    const BATCH: usize = 4000;
    let dir = Dir::open_ambient_dir(root, cap_std::ambient_authority()).unwrap();
    let ours = || {
        let (world, wrapper) = world(root);
        let input = format!("root:game/{FILE}");
        let mut elapsed = 0.0;
        wrapper.call::<AnyCode, _>("bench", |mut rb| {
            let session = world.default_session();
            let started = Instant::now();
            for _ in 0..BATCH {
                let (next, found) = world.resolve(rb, session, black_box(&input), Existence::Required)?;
                rb = next;
                black_box(found);
            }
            elapsed = started.elapsed().as_nanos() as f64;
            end(&world, rb)
        });
        elapsed
    };
    let baseline = || {
        nanoseconds(|| {
            for _ in 0..BATCH {
                black_box(dir.symlink_metadata(black_box(FILE)).unwrap());
            }
        })
    };
    compare("parse and resolve a file, against cap-std `symlink_metadata`", 41, BATCH, ours, baseline);
}

/// A reply, because a call must end in one.
fn end<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, AnyCode>) -> Result<Reply<'c>, Terminal<'c>> {
    let (rb, found) = world.resolve(rb, world.default_session(), "root:game", Existence::Required)?;
    Ok(world.answer(rb, &found.data()))
}

/// Times what is done with a resolved target, many times in one call.
fn timed(
    root: &Path,
    input: &str,
    times: usize,
    work: impl for<'c> Fn(
        &WorldAdapter,
        ReplyBuilder<'c, AnyCode>,
        &world_adapter::Resolved,
    ) -> Result<ReplyBuilder<'c, AnyCode>, Terminal<'c>>,
) -> f64 {
    let (world, wrapper) = world(root);
    let mut elapsed = 0.0;
    wrapper.call::<AnyCode, _>("bench", |rb| {
        let (mut rb, found) = world.resolve(rb, world.default_session(), input, Existence::Required)?;
        let started = Instant::now();
        for _ in 0..times {
            rb = work(&world, rb, &found)?;
        }
        elapsed = started.elapsed().as_nanos() as f64;
        end(&world, rb)
    });
    elapsed
}

fn list(root: &Path) {
    const BATCH: usize = 20;
    let dir = Dir::open_ambient_dir(root, cap_std::ambient_authority()).unwrap();
    let ours = || {
        timed(root, "root:game/thousand", BATCH, |world, rb, found| {
            let (rb, listing) = world.list(rb, found, &Page::first(1000))?;
            assert_eq!(black_box(listing).files().len(), 1000);
            Ok(rb)
        })
    };
    let baseline = || {
        nanoseconds(|| {
            for _ in 0..BATCH {
                let entries = dir.open_dir("thousand").unwrap().entries().unwrap();
                let mut found: Vec<_> = entries
                    .map(|entry| entry.unwrap())
                    .map(|entry| (entry.file_name(), entry.file_type().unwrap()))
                    .collect();
                found.sort_unstable_by(|a, b| a.0.cmp(&b.0));
                assert_eq!(black_box(found).len(), 1000);
            }
        })
    };
    compare("list 1,000 files, against bare cap-std entries with kind, sorted", 41, BATCH, ours, baseline);
}

fn tree(root: &Path) {
    let ours = || {
        timed(root, "root:game/tree", 1, |world, rb, found| {
            let (rb, tree) = world.tree(rb, found, Depth::levels(5), &Page::first(10_000))?;
            assert_eq!(black_box(tree).directories().len(), 3110);
            Ok(rb)
        })
    };
    let top = root.join("tree");
    let with_std = || {
        nanoseconds(|| {
            let mut found = Vec::new();
            std_walk(&top, &mut found);
            assert_eq!(black_box(found).len(), 3110);
        })
    };
    let with_rustix = || {
        nanoseconds(|| {
            let mut found = Vec::new();
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let fd = openat(rustix::fs::CWD, &top, flags, FileMode::empty()).unwrap();
            raw_walk(&fd, &mut String::new(), &mut Vec::with_capacity(32 * 1024), &mut found);
            assert_eq!(black_box(found).len(), 3110);
        })
    };
    compare("directories of 60,000 files in 3,000, against a walk with std", 21, 1, ours, with_std);
    compare("the same, against the fastest walk: raw entries, unsorted", 21, 1, ours, with_rustix);
}

fn std_walk(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            let path = entry.path();
            found.push(path.to_str().unwrap().to_owned());
            std_walk(&path, found);
        }
    }
}

/// `openat` and `getdents64`, nothing else; only the paths of directories are kept.
fn raw_walk(folder: &impl rustix::fd::AsFd, path: &mut String, buffer: &mut Vec<u8>, found: &mut Vec<String>) {
    let mut names: Vec<String> = Vec::new();
    let spare: &mut [MaybeUninit<u8>] = buffer.spare_capacity_mut();
    let mut entries = RawDir::new(folder, spare);
    while let Some(entry) = entries.next() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if entry.file_type() == FileType::Directory && !matches!(name.to_bytes(), b"." | b"..") {
            names.push(name.to_str().unwrap().to_owned());
        }
    }
    for name in names {
        let length = path.len();
        path.push('/');
        path.push_str(&name);
        found.push(path.clone());
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        let inner = openat(folder, name.as_str(), flags, FileMode::empty()).unwrap();
        raw_walk(&inner, path, buffer, found);
        path.truncate(length);
    }
}

/// In a process of its own, so that nothing else is counted.
fn memory(root: &Path) {
    let program = std::env::current_exe().unwrap();
    let output = std::process::Command::new(program).arg("--tokens").arg(root).output().unwrap();
    let bytes: f64 = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
    println!("| memory of 10,000 references (resident) | {:.2} MB | – | – | 4 MB |", bytes / 1e6);
}

/// How much the process grows by resolving until no reference is left.
fn memory_of_tokens(root: &Path) -> usize {
    let (world, wrapper) = world(root);
    let resident = || {
        let pages = fs::read_to_string("/proc/self/statm").unwrap();
        pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * rustix::param::page_size()
    };
    let mut grown = 0;
    wrapper.call::<AnyCode, _>("bench", |mut rb| {
        (rb, _) = world.resolve(rb, world.default_session(), "root:game", Existence::Required)?;
        let before = resident();
        let mut references = Vec::with_capacity(10_000);
        for n in 0..world.references_left() - 1 {
            let input = format!(
                "root:game/tree/part_{}/section_{}/folder_{}/{:02}_file.txt",
                n % 10,
                n % 100,
                n % 3000,
                n % 20
            );
            let (next, found) = world.resolve(rb, world.default_session(), &input, Existence::Optional)?;
            rb = next;
            references.push(found.reference().clone());
        }
        grown = resident() - before;
        assert_eq!(black_box(references).len(), 9_999);
        end(&world, rb)
    });
    grown
}
