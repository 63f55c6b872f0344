//! What the system refuses: real failures, made in child processes.
#![cfg(target_os = "linux")]

use std::fs::File;

use serde_json::json;

use crate::child::{child, folder};
use crate::codes::WITHOUT_HANDLES;
use crate::world::World;

fn assert_succeeds(test: &str, limits: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = child(test, limits, folder.path()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
fn when_no_file_can_be_opened_every_command_says_that_reading_failed() {
    assert_succeeds("failures::in_a_process_without_handles", "ulimit -n 64");
}

#[test]
fn in_a_process_without_handles() {
    let Some(_) = folder() else { return };
    let world = World::lens();
    let mut answers = Vec::new();
    let mut handles = Vec::new();
    while let Ok(handle) = File::open("/dev/null") {
        handles.push(handle);
    }
    for (tool, _, call) in WITHOUT_HANDLES {
        let call = serde_json::from_str(call).unwrap();
        answers.push(if *tool == "ck3_dir" { world.dir(call) } else { world.file(call) });
    }
    drop(handles);
    for (answer, (.., call)) in answers.iter().zip(WITHOUT_HANDLES) {
        assert_eq!(answer.code, "WA-READ-E-001", "{call} was answered with {answer:?}");
    }
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "old\n");
}

#[test]
fn l69_a_write_that_the_disk_has_no_room_for_leaves_the_old_file_and_nothing_else() {
    // A limit on the size of files fails a write half-way, as a full disk does; the signal that comes with it is ignored.
    assert_succeeds("failures::in_a_process_with_small_files", "trap '' XFSZ; ulimit -f 64");
}

#[test]
fn in_a_process_with_small_files() {
    let Some(_) = folder() else { return };
    let world = World::lens();
    let content = "x".repeat(1_000_000);
    for path in ["root:ck3raven_data/wip/a.txt", "root:ck3raven_data/wip/new/b.txt"] {
        let answer = world.file(json!({ "command": "write", "path": path, "content": content }));
        assert_eq!(answer.code, "EN-WRITE-E-001", "{answer:?}");
    }
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "old\n");
    assert_eq!(world.names("data/wip"), ["a.txt"]);
    let executed = world.journal.lines().into_iter().rfind(|line| line["event"] == "executed").unwrap();
    assert_eq!(executed["failure"], "file too large");
}
