//! Many at once (L102): to check a file and to change it is one step, across threads and processes.

use replies::Code;
use std::sync::Barrier;
use std::thread;

use serde_json::{Value, json};

use crate::child::{child, folder};
use crate::world::World;

const FILE: &str = "root:ck3raven_data/wip/a.txt";

/// Runs a closure in so many threads, all let loose at once.
fn at_once<T: Send>(threads: usize, act: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let barrier = Barrier::new(threads);
    thread::scope(|scope| {
        let started: Vec<_> = (0..threads)
            .map(|number| {
                let (act, barrier) = (&act, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    act(number)
                })
            })
            .collect();
        started.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Adds a line by replacing the last one.
fn add_line(line: &str) -> Value {
    json!({ "command": "edit", "path": FILE, "old_text": "end\n", "new_text": format!("{line}\nend\n") })
}

#[test]
fn l102_of_edits_at_once_none_is_lost() {
    const THREADS: usize = 6;
    const EDITS: usize = 25;
    let world = World::lens();
    world.put("data/wip/a.txt", "end\n");
    at_once(THREADS, |thread| {
        for edit in 0..EDITS {
            assert_eq!(world.file(add_line(&format!("{thread} {edit}"))).code, Code::FileWritten);
        }
    });
    let text = world.text("data/wip/a.txt").unwrap();
    for thread in 0..THREADS {
        let edits: Vec<_> = text.lines().filter_map(|line| line.strip_prefix(&format!("{thread} "))).collect();
        assert_eq!(edits, (0..EDITS).map(|edit| edit.to_string()).collect::<Vec<_>>(), "of thread {thread}");
    }
    assert_eq!(text.lines().count(), THREADS * EDITS + 1);
}

#[test]
fn l102_of_writers_with_one_digest_exactly_one_wins() {
    let world = World::lens();
    for round in 0..60 {
        let seen = world.read(json!({ "path": FILE })).string("digest");
        let codes = at_once(4, |number| {
            let content = format!("round {round}, writer {number}");
            let call = json!({ "command": "write", "path": FILE, "content": content, "expected_digest": seen });
            (world.file(call).code, content)
        });
        let (won, lost): (Vec<_>, Vec<_>) = codes.into_iter().partition(|(code, _)| *code == Code::FileWritten);
        assert_eq!(won.len(), 1, "{won:?}");
        assert!(lost.iter().all(|(code, _)| *code == Code::ContentDiffers), "{lost:?}");
        assert_eq!(world.text("data/wip/a.txt").as_ref(), Some(&won[0].1));
    }
}

#[test]
fn l102_of_writers_of_one_new_file_exactly_one_makes_it() {
    let world = World::lens();
    for round in 0..40 {
        // Directories that all of them have to make do not get round it.
        let path = format!("root:ck3raven_data/wip/{round}/deep/er/new.txt");
        let codes = at_once(4, |number| {
            let call = json!({ "command": "write", "path": path, "content": format!("{number}"), "new_only": true });
            world.file(call).code
        });
        assert_eq!(codes.iter().filter(|code| **code == Code::FileWritten).count(), 1, "{codes:?}");
    }
}

#[test]
fn l102_two_addresses_of_one_file_take_turns() {
    let world = World::lens().with_contract("mod:A", &["mod:A"]);
    world.put("docs/mod/A/a.txt", "end\n");
    let paths = ["mod:A/a.txt", "root:user_docs/mod/A/a.txt"];
    at_once(4, |thread| {
        for edit in 0..20 {
            let mut call = add_line(&format!("{thread} {edit}"));
            call["path"] = json!(paths[thread % 2]);
            assert_eq!(world.file(call).code, Code::FileWritten);
        }
    });
    assert_eq!(world.text("docs/mod/A/a.txt").unwrap().lines().count(), 81);
}

const EDITS_OF_A_PROCESS: usize = 120;

#[test]
fn l102_of_edits_by_several_processes_none_is_lost() {
    let world = World::lens();
    world.put("data/wip/a.txt", "end\n");
    let children: Vec<_> = (0..3)
        .map(|_| child("concurrent::edits_in_a_process_of_its_own", None, world.folder.path()).spawn().unwrap())
        .collect();
    for mut process in children {
        assert!(process.wait().unwrap().success());
    }
    assert_eq!(world.text("data/wip/a.txt").unwrap().lines().count(), 3 * EDITS_OF_A_PROCESS + 1);
}

#[test]
fn edits_in_a_process_of_its_own() {
    let Some(folder) = folder() else { return };
    let world = World::reopen(&folder).build();
    for edit in 0..EDITS_OF_A_PROCESS {
        let answer = world.file(add_line(&format!("{} {edit}", std::process::id())));
        assert_eq!(answer.code, Code::FileWritten, "{answer:?}");
    }
}

// They meet at the directory itself, which Windows cannot lock.
#[cfg(not(windows))]
#[test]
fn l102_servers_with_different_state_folders_take_turns_at_one_file() {
    let first = World::lens();
    let second = World::reopen(first.folder.path()).locks(first.folder.path().join("other")).build();
    let worlds = [&first, &second];
    first.put("data/wip/a.txt", "end\n");
    at_once(4, |thread| {
        for edit in 0..25 {
            let answer = worlds[thread % 2].file(add_line(&format!("{thread} {edit}")));
            assert_eq!(answer.code, Code::FileWritten, "{answer:?}");
        }
    });
    assert_eq!(first.text("data/wip/a.txt").unwrap().lines().count(), 101);
}
