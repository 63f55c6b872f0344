//! Several processes with one cache: each can be killed at any time, and none is ever wrong.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use index::{CacheFile, Index, IndexOptions, KeyFilter, Scope};

use crate::support::{dirs, look, refs, write};

/// Set in a process that this test started: where the sources and the cache lie.
const CHILD: &str = "INDEX_TEST_FOLDER";

fn options(folder: &Path) -> IndexOptions {
    let cache = Some(CacheFile::at(folder.join("cache/index.bin")));
    IndexOptions { cache, recent: Duration::from_millis(20), ..IndexOptions::default() }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    (0..3).map(|number| folder.join(format!("s{number}"))).collect()
}

fn lay_out(folder: &Path) {
    for (number, dir) in sources(folder).iter().enumerate() {
        for file in 0..80 {
            let keys = (0..40).map(|key| format!("key_{file}_{key} = {{ a = {{ }} }}\n"));
            let text = keys.collect::<Vec<_>>().concat();
            write(dir, &format!("common/traits/{number}_{file}.txt"), &text);
        }
    }
    std::thread::sleep(Duration::from_millis(60));
}

/// What an index says, whatever it starts from.
fn summary(index: &Index, folder: &Path) -> String {
    let dirs = sources(folder);
    let lens = look(index, &refs(&dirs), &Scope::Everything);
    let found = lens.object("key_7_7", &KeyFilter::default());
    format!("{:?} {:?}", lens.counts(), found.iter().map(|found| &found.verdict).collect::<Vec<_>>())
}

/// Not a test of its own: what the processes do that the tests below start.
#[test]
fn a_process_builds_its_index() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let folder = PathBuf::from(folder);
    for _ in 0..20 {
        let found = summary(&Index::new(options(&folder)), &folder);
        assert_eq!(found, summary(&Index::new(IndexOptions::default()), &folder));
    }
}

fn process(folder: &Path) -> std::process::Child {
    Command::new(std::env::current_exe().expect("the test knows itself"))
        .args(["sharing::a_process_builds_its_index", "--exact", "-q"])
        .env(CHILD, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a second process")
}

#[test]
fn two_processes_share_a_cache_and_a_kill_leaves_nothing_wrong() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    lay_out(folder.path());
    let plain = summary(&Index::new(IndexOptions::default()), folder.path());
    for delay in [3, 11, 23, 47, 90] {
        let mut victim = process(folder.path());
        std::thread::sleep(Duration::from_millis(delay));
        victim.kill().expect("it can be killed");
        victim.wait().expect("it ends");
        assert_eq!(summary(&Index::new(options(folder.path())), folder.path()), plain, "killed after {delay} ms");
    }
    let (mut one, mut other) = (process(folder.path()), process(folder.path()));
    assert!(one.wait().expect("it ends").success() && other.wait().expect("it ends").success());
    assert_eq!(summary(&Index::new(options(folder.path())), folder.path()), plain);
}

#[test]
fn a_cache_is_used_forgotten_and_never_believed_when_damaged() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    lay_out(folder.path());
    let cache = folder.path().join("cache/index.bin");
    let first = summary(&Index::new(options(folder.path())), folder.path());
    // The cache is written after the answer.
    let is_there = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        cache.is_file()
    });
    assert!(is_there);
    let whole = std::fs::read(&cache).expect("the cache can be read");
    let text = String::from_utf8_lossy(&whole);
    assert!(!text.contains(&*folder.path().to_string_lossy()), "L94: no host path");
    assert!(text.contains("common/traits/0_0.txt"));
    assert_eq!(summary(&Index::new(options(folder.path())), folder.path()), first);
    for damage in [&whole[..whole.len() / 2], b"", b"something else"] {
        std::fs::write(&cache, damage).expect("the cache can be written");
        assert_eq!(summary(&Index::new(options(folder.path())), folder.path()), first);
    }
    // What changed since is seen, whatever the cache says.
    write(&folder.path().join("s2"), "common/traits/zz.txt", "key_7_7 = { }\n");
    assert_ne!(summary(&Index::new(options(folder.path())), folder.path()), first);
}

#[test]
fn switching_a_playset_parses_nothing_twice() {
    let (_keep, dirs) = dirs(3);
    for dir in &dirs {
        write(dir, "common/traits/a.txt", "a = { }\n");
    }
    std::thread::sleep(Duration::from_millis(60));
    let index = Index::new(IndexOptions { recent: Duration::from_millis(20), ..IndexOptions::default() });
    look(&index, &refs(&dirs), &Scope::Everything);
    let lens = look(&index, &[&dirs[0], &dirs[2]], &Scope::Everything);
    assert_eq!(lens.counts().files, 2);
    // A file that cannot be read any more, and whose stamp is the same, is not read again.
    let lens = look(&index, &[&dirs[0], &dirs[2], &dirs[1]], &Scope::Everything);
    assert_eq!(lens.object("a", &KeyFilter::default())[0].definitions.len(), 3);
    assert_eq!(index.parsed(), 3);
}
