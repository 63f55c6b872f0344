//! What the system refuses: real failures, made in child processes.
#![cfg(target_os = "linux")]

use replies::Code;
use std::fs::File;

use serde_json::json;

use crate::child::{child, folder};
use crate::codes::WITHOUT_HANDLES;
use crate::world::World;

fn assert_succeeds(test: &str, limits: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = child(test, Some(limits), folder.path()).output().unwrap();
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
        let call: serde_json::Value = serde_json::from_str(call).unwrap();
        answers.push(world.call(tool, &call));
    }
    drop(handles);
    for (answer, (.., call)) in answers.iter().zip(WITHOUT_HANDLES) {
        assert_eq!(answer.code, Code::ReadFailed, "{call} was answered with {answer:?}");
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
        assert_eq!(answer.code, Code::WriteFailed, "{answer:?}");
    }
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "old\n");
    assert_eq!(world.names("data/wip"), ["a.txt"]);
    assert!(world.undo.list().unwrap().is_empty(), "what failed cannot be undone");
    let executed = world.journal.lines().into_iter().rfind(|line| line["event"] == "executed").unwrap();
    assert_eq!(executed["failure"], "file too large");
}

#[test]
fn l69_a_deep_write_that_fails_removes_the_directories_it_made() {
    assert_succeeds("failures::in_a_process_with_few_handles", "ulimit -n 128");
}

#[test]
fn in_a_process_with_few_handles() {
    let Some(_) = folder() else { return };
    let world = World::lens();
    let deep = format!("root:ck3raven_data/wip/{}x.txt", "d/".repeat(80));
    let mut handles = Vec::new();
    while let Ok(handle) = File::open("/dev/null") {
        handles.push(handle);
    }
    // From too few to begin with, over enough to begin, to enough: however deep it is, that is not many (L100).
    let mut failed = 0;
    for left in 2..=32 {
        handles.truncate(handles.len().saturating_sub(left));
        let answer = world.file(json!({ "command": "write", "path": deep, "content": "x" }));
        if answer.code == Code::FileWritten {
            // Removing them takes handles, too.
            handles.clear();
            std::fs::remove_dir_all(world.path("data/wip/d")).unwrap();
        } else {
            assert!([Code::WriteFailed, Code::ReadFailed].contains(&answer.code), "{left} left: {answer:?}");
            assert!(left < 32, "it needs as many handles as it has levels");
            failed += 1;
        }
        assert_eq!(world.names("data/wip"), ["a.txt"], "{left} left");
        while let Ok(handle) = File::open("/dev/null") {
            handles.push(handle);
        }
    }
    drop(handles);
    assert!(failed > 3, "{failed} failed");
    assert_eq!(world.undo.list().unwrap().len(), 31 - failed, "what failed cannot be undone");
}

#[test]
fn l100_an_edit_that_would_grow_beyond_every_bound_is_refused_before_it_is_built() {
    assert_succeeds("failures::in_a_process_with_little_memory", "ulimit -v 2000000");
}

#[test]
fn in_a_process_with_little_memory() {
    let Some(_) = folder() else { return };
    let world = World::lens();
    world.put("data/wip/a.txt", "a".repeat(1_000_000)).put("game/common/00_defines.txt", "a".repeat(1_000_000));
    for (path, code) in
        [("root:ck3raven_data/wip/a.txt", Code::FileTooLarge), ("root:game/common/00_defines.txt", Code::WriteDenied)]
    {
        for dry_run in [true, false] {
            let call = json!({
                "command": "edit", "path": path, "old_text": "a", "new_text": "b".repeat(13_000),
                "expected_count": 1_000_000, "dry_run": dry_run,
            });
            let answer = world.file(call);
            assert_eq!(answer.code, code);
            if code == Code::FileTooLarge {
                assert_eq!(answer.data["size"], 13_000_000_000_u64);
            }
        }
    }
}
