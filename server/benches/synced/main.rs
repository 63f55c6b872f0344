//! What it costs that a change is reported only after its lines of the journal are on disk (L68).
//!
//!     cargo bench -p ck3raven --bench synced [-- FOLDER]
//!
//! The same write, once with the journal on the disk, once with it in memory (`/dev/shm`), where syncing costs nothing; everything
//! else lies on the disk of FOLDER, or of the target's folder, in both. Beside it, on the same disk: a line appended and synced, and
//! a file replaced as safely as can be (write, sync, rename, sync of its folder). Each in turn, medians.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[expect(dead_code, reason = "the other benchmark measures more")]
#[path = "../stdio/client.rs"]
mod client;

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use client::Program;
use serde_json::json;

const WRITES: usize = 500;
/// As long as the lines that a write leaves.
const LINE: usize = 330;
const MEMORY: &str = "/dev/shm";

fn main() {
    // Under `cargo test` there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    if !Path::new(MEMORY).is_dir() {
        println!("there is no {MEMORY} here to keep a journal in memory");
        return;
    }
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let folder = folder.map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
    let on_disk = tempfile::tempdir_in(&folder).expect("a folder on the disk");
    let in_memory = tempfile::tempdir_in(&folder).expect("a folder on the disk");
    let memory = tempfile::tempdir_in(MEMORY).expect("a folder in memory");
    let mut synced = server(on_disk.path());
    drop(server(in_memory.path()));
    keep_in(memory.path(), in_memory.path());
    let mut unsynced = server(in_memory.path());
    let plain = tempfile::tempdir_in(&folder).expect("a folder on the disk");

    // One after the other, so that a busy machine troubles all alike.
    let mut taken: [Vec<f64>; 4] = Default::default();
    for at in 0..WRITES {
        let took =
            [write(&mut synced, at), write(&mut unsynced, at), append(plain.path(), at), replace(plain.path(), at)];
        for (all, took) in taken.iter_mut().zip(took) {
            all.push(took);
        }
    }
    let extra = median(taken[0].iter().zip(&taken[1]).map(|(synced, unsynced)| synced - unsynced));
    let [synced, unsynced, line, whole] = taken.map(|all| median(all.into_iter()));
    println!("medians of {WRITES}, ms");
    for (what, value) in [
        ("a write, the journal on disk", synced),
        ("the same, the journal in memory", unsynced),
        ("the difference, pair by pair", extra),
        ("one line appended and synced", line),
        ("a file of 1 kB replaced: write, sync, rename, sync", whole),
    ] {
        println!("{what:<52} {value:>8.2}");
    }
    println!("journal on disk against in memory                    {:>8.2}x", synced / unsynced);
    println!("what the journal costs, in synced lines              {:>8.2}x", extra / line);
    println!("what the journal costs, in files replaced            {:>8.2}x", extra / whole);
    println!("a write against the bare replacing of a file         {:>8.2}x", synced / whole);
}

/// A server that has written once.
fn server(home: &Path) -> Program {
    let mut program = Program::start(Path::new(env!("CARGO_BIN_EXE_ck3raven")), &["serve"], home);
    write(&mut program, 0);
    program
}

/// Moves the journal elsewhere, and leaves links to it.
fn keep_in(memory: &Path, home: &Path) {
    for name in ["journal.jsonl", "approved.jsonl", "denials.jsonl", "calls.jsonl"] {
        let (link, file) = (home.join("state").join(name), memory.join(name));
        if link.exists() {
            fs::copy(&link, &file).expect("the journal is copied");
            fs::remove_file(&link).expect("the journal is moved");
        } else {
            File::create(&file).expect("a file in memory");
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&file, &link).expect("a link");
    }
}

fn write(program: &mut Program, at: usize) -> f64 {
    let path = format!("root:ck3raven_data/wip/{}.txt", at % 10);
    let content = format!("{at} {}\n", "x".repeat(1_000));
    let arguments = json!({ "command": "write", "path": path, "content": content });
    program.call_tool("ck3_file", &arguments, "EN-WRITE-S-001").as_secs_f64() * 1e3
}

fn append(folder: &Path, _: usize) -> f64 {
    let line = [b"x".repeat(LINE - 1), b"\n".to_vec()].concat();
    let mut file = OpenOptions::new().append(true).create(true).open(folder.join("lines")).expect("a file");
    let begun = Instant::now();
    file.write_all(&line).and_then(|()| file.sync_data()).expect("a line");
    begun.elapsed().as_secs_f64() * 1e3
}

fn replace(folder: &Path, at: usize) -> f64 {
    let begun = Instant::now();
    let (new, old) = (folder.join("new"), folder.join(format!("{}.txt", at % 10)));
    let mut file = File::create(&new).expect("a file");
    file.write_all(&b"x".repeat(1_000)).and_then(|()| file.sync_all()).expect("a file");
    fs::rename(new, old).and_then(|()| File::open(folder)?.sync_all()).expect("a name");
    begun.elapsed().as_secs_f64() * 1e3
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
