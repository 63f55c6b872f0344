//! Changes over which a process was killed: each is listed at once if it was made, and only then.

use std::fs;

use enforcement::{LaterWork, PendingLock, Requirement, UndoRecorder, UndoStore};
use replies::Code;
use reply_kit::{ClientDecision, TraceId};
use serde_json::json;
use world_adapter::Prepared;

use crate::undo::{FILE, undo, write};
use crate::world::World;

/// Records, and then neither confirms nor discards: as a process that is killed in between.
struct Killed {
    store: UndoStore,
}

impl UndoRecorder for Killed {
    fn record(&self, trace_id: TraceId, change: &Prepared<'_>, needed: Requirement) -> std::io::Result<PendingLock> {
        self.store.record(trace_id, change, needed)
    }
}

/// A world in which every change is left as by a process that was killed over it, and a person agrees to all.
fn with_killed() -> World {
    let builder = World::builder();
    let store = UndoStore::at(builder.path("../undo"));
    builder.recorder(Killed { store }).person(ClientDecision::Granted).build()
}

/// Opens the world again, finds out what was made, and tells it.
fn settled(world: &World) -> Vec<String> {
    let again = World::reopen(world.folder.path()).build();
    again.enforcement.settle_changes(&again.wrapper);
    again.undo.list().unwrap().into_iter().map(|change| change.trace_id).collect()
}

#[test]
fn a_change_that_a_process_was_killed_over_is_listed_only_if_it_was_made() {
    let world = with_killed();
    fs::hard_link(world.path("data/wip/a.txt"), world.path("data/wip/before")).unwrap();
    let [kept, _] = ["root:ck3raven_data/wip/made.txt", "root:ck3raven_data/wip/unmade.txt"]
        .map(|path| world.file(json!({ "command": "write", "path": path, "content": "new" })));
    world.file(json!({ "command": "delete", "path": FILE }));
    // As if the process had been killed before the rename.
    fs::remove_file(world.path("data/wip/unmade.txt")).unwrap();
    fs::rename(world.path("data/wip/before"), world.path("data/wip/a.txt")).unwrap();
    assert!(world.undo.list().unwrap().is_empty(), "nobody said that they were made");

    assert_eq!(settled(&world), std::slice::from_ref(&kept.trace_id));
    assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"), "looking changes nothing");
    let again = World::reopen(world.folder.path()).build();
    assert_eq!(undo(&again, &kept.trace_id), Code::FileDeleted);
}

/// The process is killed once its change is made and before it says so, as over a folder whose files it is still deleting.
#[cfg(unix)]
mod by_a_signal {
    use super::*;
    use crate::child::{count_step, folder, kill_while};

    /// Never says that a change was made.
    struct Stuck {
        store: UndoStore,
        folder: std::path::PathBuf,
    }

    impl UndoRecorder for Stuck {
        fn record(
            &self,
            trace_id: TraceId,
            change: &Prepared<'_>,
            needed: Requirement,
        ) -> std::io::Result<PendingLock> {
            self.store.record(trace_id, change, needed)
        }

        fn confirm(&self, _: TraceId, _: Requirement) {
            count_step(&self.folder);
            loop {
                std::thread::park();
            }
        }
    }

    #[test]
    fn deletes_a_folder_until_it_is_killed() {
        let Some(folder) = folder() else { return };
        let store = UndoStore::at(folder.join("undo"));
        let recorder = Stuck { store, folder: folder.clone() };
        let world = World::reopen(&folder).recorder(recorder).person(ClientDecision::Granted).build();
        world.file(crate::folders::delete("root:ck3raven_data/wip/folder", 1));
    }

    #[test]
    fn what_a_killed_process_has_changed_is_listed_at_once_and_nothing_before() {
        let world = World::builder().person(ClientDecision::Granted).build();
        world.put("data/wip/folder/a.txt", "a");
        let test = "undo_killed::by_a_signal::deletes_a_folder_until_it_is_killed";
        kill_while(test, world.folder.path(), 1, || {
            assert!(!world.path("data/wip/folder").exists());
            assert_eq!(settled(&world), [""; 0], "it is still being made");
        });
        let listed = settled(&world);
        assert_eq!(listed.len(), 1, "{listed:?}");
        assert_eq!(undo(&world, &listed[0]), Code::FolderRestored);
        assert_eq!(world.text("data/wip/folder/a.txt").as_deref(), Some("a"));
    }
}

/// Puts a file in the place of another one, as an editor does that saves beside it.
fn save_beside(world: &World, name: &str, content: &str) {
    world.put("data/wip/saved", content);
    fs::rename(world.path("data/wip/saved"), world.path(name)).unwrap();
}

/// Brings back the file of before the change, as if that had not been made.
fn before(world: &World) {
    fs::rename(world.path("data/wip/before"), world.path("data/wip/a.txt")).unwrap();
}

fn edit_the_one_before(world: &World) {
    before(world);
    fs::write(world.path("data/wip/a.txt"), "by hand").unwrap();
}

const UNCERTAIN: &str = "neither what the change left nor what it replaced is there";

#[test]
fn a_write_that_a_process_was_killed_over_was_made_if_the_file_is_what_it_was_to_leave() {
    type Then = fn(&World);
    // What happened to the file since, whether the change is listed, and whether what it replaced is still stored.
    let cases: [(&str, Then, bool, bool); 7] = [
        ("nothing", |_| (), true, true),
        ("it was saved again", |world| save_beside(world, "data/wip/a.txt", "new"), true, true),
        ("the change was not made", before, false, false),
        ("the same content is there", |world| save_beside(world, "data/wip/a.txt", "old\n"), false, false),
        ("the change was not made, and a modder edited the file", edit_the_one_before, false, false),
        // Nobody can tell whether the change was made before the modder worked there: it is listed as uncertain, and what it
        // replaced, if it did, comes back by force.
        (UNCERTAIN, |world| save_beside(world, "data/wip/a.txt", "by hand"), true, true),
        (UNCERTAIN, |world| fs::remove_file(world.path("data/wip/a.txt")).unwrap(), true, true),
    ];
    for (what, then, is_listed, is_stored) in cases {
        let world = with_killed();
        fs::hard_link(world.path("data/wip/a.txt"), world.path("data/wip/before")).unwrap();
        let written = write(&world, "new");
        then(&world);
        assert_eq!(!settled(&world).is_empty(), is_listed, "{what}");
        let stored = world.undo.load(&written.trace_id).map(|(_, before)| before.unwrap());
        assert_eq!(stored.ok(), is_stored.then(|| b"old\n".to_vec()), "{what}");
        if is_listed {
            let again = World::reopen(world.folder.path()).build();
            assert_eq!(again.undo.load(&written.trace_id).unwrap().0.is_uncertain, what == UNCERTAIN);
            assert_eq!(undo(&again, &written.trace_id) == Code::FileWritten, what != UNCERTAIN, "{what}");
            let later = LaterWork::Replace;
            let forced = again.enforcement.undo_all(&again.wrapper, std::slice::from_ref(&written.trace_id), later);
            assert_eq!(forced.is_ok_and(|forced| forced[0].is_undone()), what == UNCERTAIN, "{what}: undone before");
            assert_eq!(world.text("data/wip/a.txt").as_deref(), Some("old\n"), "{what}");
        }
    }
}

#[test]
fn a_rename_that_a_process_was_killed_over_was_made_if_the_file_has_its_new_name() {
    for (name, new_name) in [("a.txt", "b.txt"), ("folder", "other")] {
        // Whether it is renamed back, whether a modder works on it then, and whether the change is listed.
        for (is_back, is_edited, is_listed) in
            [(false, false, true), (false, true, true), (true, false, false), (true, true, false)]
        {
            let world = with_killed();
            world.put("data/wip/folder/a.txt", "a");
            let (from, to) = (world.path("data/wip").join(name), world.path("data/wip").join(new_name));
            let at = |name: &str| format!("root:ck3raven_data/wip/{name}");
            let renamed = world.file(json!({ "command": "rename", "path": at(name), "to": at(new_name) }));
            assert!(to.exists(), "{renamed:?}");
            let is = if is_back { &from } else { &to };
            if is_back {
                fs::rename(&to, &from).unwrap();
            }
            if is_edited {
                let file = if is.is_dir() { is.join("a.txt") } else { is.clone() };
                fs::write(file, "by hand").unwrap();
            }
            assert_eq!(!settled(&world).is_empty(), is_listed, "{name}: {is_back} {is_edited}");
        }
    }
}

#[test]
fn the_deletion_of_a_folder_was_made_if_the_folder_is_gone() {
    // What is there now, whether the change is listed, and whether what it deleted is still stored.
    for (left, is_listed, is_stored) in [(None, true, true), (Some("another"), true, true), (Some("a"), false, false)] {
        let world = with_killed();
        world.put("data/wip/folder/a.txt", "a");
        let deleted = world.file(crate::folders::delete("root:ck3raven_data/wip/folder", 1));
        assert_eq!(deleted.code, Code::FolderDeleted);
        if let Some(left) = left {
            world.put("data/wip/folder/a.txt", left);
        }
        assert_eq!(!settled(&world).is_empty(), is_listed, "{left:?}");
        assert_eq!(world.undo.load(&deleted.trace_id).is_ok(), is_stored, "{left:?}");
    }
}

#[test]
fn a_mod_was_made_once_the_launchers_file_is_there() {
    let (folder, file) = ("docs/mod/new_mod", "docs/mod/new_mod.mod");
    // What is gone by then, whether a folder is in the place of the launcher's file, and whether the mod was made.
    let cases: [(&[&str], bool, bool); 6] = [
        (&[], false, true),
        (&[file], false, false),
        (&[file, folder], false, false),
        (&[folder], false, true),
        (&[file], true, true),
        (&[file, folder], true, false),
    ];
    for (gone, has_other, is_made) in cases {
        let world = with_killed();
        let request = json!({ "intent": "x", "scope": "mod:New Mod", "operations": ["create_mod"] });
        assert_eq!(world.open_contract(&request).code, Code::ContractOpened);
        let created = world.call("ck3_mod", &json!({ "command": "create", "name": "New Mod" }));
        assert_eq!(created.code, Code::ModCreated);
        for name in gone {
            let path = world.path(name);
            if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
        }
        if has_other {
            fs::create_dir(world.path(file)).unwrap();
        }
        let listed = settled(&world);
        assert_eq!(listed.contains(&created.trace_id), is_made, "without {gone:?}, {has_other}");
    }
}
