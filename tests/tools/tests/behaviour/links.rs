//! Links: what is named is what is changed.
#![cfg(unix)]

use enforcement::UndoRecorder as _;
use replies::Code;
use reply_kit::ClientDecision;
use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;

use crate::world::World;

const LINK: &str = "root:ck3raven_data/wip/link.txt";
const REAL: &str = "root:ck3raven_data/wip/a.txt";

/// A world with a link to a file, a link to a folder, and a person who agrees to everything.
fn world() -> World {
    let world = World::builder().person(ClientDecision::Granted).build();
    symlink("a.txt", world.path("data/wip/link.txt")).unwrap();
    world.put("data/wip/folder/b.txt", "old\n");
    symlink("folder", world.path("data/wip/other")).unwrap();
    world
}

#[test]
fn a_link_is_neither_deleted_nor_renamed_and_the_answer_says_where_it_leads() {
    let world = world();
    for call in [
        json!({ "command": "delete", "path": LINK }),
        json!({ "command": "rename", "path": LINK, "to": "root:ck3raven_data/wip/new.txt" }),
    ] {
        let answer = world.file(call);
        assert_eq!((answer.code, answer.string("leads_to").as_str()), (Code::TargetIsLink, REAL));
    }
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "old\n");
    assert!(fs::symlink_metadata(world.path("data/wip/link.txt")).unwrap().is_symlink());
    assert!(world.undo.list().unwrap().is_empty());
    assert!(world.journal.lines().is_empty(), "nobody was asked");
}

#[test]
fn a_write_through_a_link_changes_the_file_and_names_it() {
    for call in [
        json!({ "command": "write", "path": LINK, "content": "new\n" }),
        json!({ "command": "edit", "path": LINK, "old_text": "old", "new_text": "new" }),
    ] {
        let world = world();
        let answer = world.file(call);
        assert_eq!((answer.code, answer.string("target").as_str()), (Code::FileWritten, REAL));
        assert_eq!(world.text("data/wip/a.txt").unwrap(), "new\n");
        assert!(fs::symlink_metadata(world.path("data/wip/link.txt")).unwrap().is_symlink());
        assert_eq!(world.undo.load(&answer.trace_id).unwrap().0.target, REAL);
        assert!(world.journal.lines().iter().all(|line| line["target"] == REAL), "{:?}", world.journal.lines());
    }
}

#[test]
fn a_change_through_a_linked_folder_is_named_by_where_it_takes_place() {
    let (named, real) = ("root:ck3raven_data/wip/other/b.txt", "root:ck3raven_data/wip/folder/b.txt");
    for (call, code) in [
        (json!({ "command": "delete", "path": named }), Code::FileDeleted),
        (json!({ "command": "rename", "path": named, "to": "root:ck3raven_data/wip/other/c.txt" }), Code::FileRenamed),
    ] {
        let world = world();
        let answer = world.file(call);
        assert_eq!((answer.code, answer.string("target").as_str()), (code, real));
        if code == Code::FileRenamed {
            assert_eq!(answer.string("renamed_to"), "root:ck3raven_data/wip/folder/c.txt");
        }
        assert!(!world.path("data/wip/folder/b.txt").exists());
        assert_eq!(world.undo.load(&answer.trace_id).unwrap().0.target, real);
        let targets: Vec<_> = world.journal.lines().into_iter().filter(|line| line.get("target").is_some()).collect();
        assert!(targets.len() > 1 && targets.iter().all(|line| line["target"] == real), "{targets:?}");
    }
}
