//! Folders as a whole: deleted, renamed and brought back in one step each.

use replies::Code;
use reply_kit::ClientDecision;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use enforcement::{PendingLock, Requirement, UndoRecorder, UndoStore};
use reply_kit::TraceId;
use serde_json::{Value, json};
use world_adapter::{MAX_FOLDER_BYTES, MAX_FOLDER_ENTRIES, Prepared};

use crate::answer::Answer;
use crate::world::World;

const FOLDER: &str = "root:ck3raven_data/wip/folder";

/// A person who agrees, and a folder with two files, one of them deeper, and an empty folder.
pub(crate) fn with_folder() -> World {
    let world = World::builder().person(ClientDecision::Granted).build();
    fill(&world, "data/wip/folder");
    world
}

fn fill(world: &World, at: &str) {
    world.put(&format!("{at}/a.txt"), "a").put(&format!("{at}/deep/er/b.txt"), "bb");
    fs::create_dir_all(world.path(&format!("{at}/empty"))).unwrap();
}

pub(crate) fn delete(path: &str, expected_files: u64) -> Value {
    json!({ "command": "delete", "path": path, "expected_files": expected_files })
}

fn rename(path: &str, to: &str) -> Value {
    json!({ "command": "rename", "path": path, "to": to })
}

fn undo(world: &World, answer: &Answer) -> Code {
    world.undo(&answer.trace_id).unwrap().envelope.code().try_into().unwrap()
}

/// Everything below a folder: content of files, target of links, nothing for folders; on Unix with its mode.
fn everything(folder: &Path) -> BTreeMap<String, (Option<String>, u32)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(dir) = folders.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let content = match metadata.file_type() {
                kind if kind.is_dir() => None,
                kind if kind.is_symlink() => Some(fs::read_link(&path).unwrap().to_str().unwrap().to_owned()),
                _ => Some(fs::read_to_string(&path).unwrap()),
            };
            #[cfg(unix)]
            let mode = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o7777;
            #[cfg(not(unix))]
            let mode = 0;
            found.insert(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned(), (content, mode));
            if metadata.is_dir() {
                folders.push(path);
            }
        }
    }
    found
}

#[test]
fn a_whole_folder_is_deleted_and_an_undo_brings_all_of_it_back() {
    let world = with_folder();
    let before = everything(&world.path("data/wip"));
    let deleted = world.file(delete(FOLDER, 2));
    assert_eq!(deleted.code, Code::FolderDeleted, "{deleted:?}");
    assert_eq!(
        [&deleted.data["files"], &deleted.data["folders"], &deleted.data["bytes"]],
        [&json!(2), &json!(3), &json!(3)]
    );
    assert_eq!(world.names("data/wip"), ["a.txt"], "nothing is left beside it");
    assert_eq!(undo(&world, &deleted), Code::FolderRestored);
    assert_eq!(everything(&world.path("data/wip")), before);
    assert!(world.undo(&deleted.trace_id).is_err(), "it was undone");
}

#[cfg(unix)]
#[test]
fn an_undo_brings_back_modes_times_links_and_read_only_folders() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let world = with_folder();
    world.put("data/wip/outside.txt", "outside");
    symlink("../../outside.txt", world.path("data/wip/folder/deep/link.txt")).unwrap();
    symlink("/nowhere/at/all", world.path("data/wip/folder/dangling")).unwrap();
    symlink("..", world.path("data/wip/folder/loop")).unwrap();
    let mode = |name: &str, mode| fs::set_permissions(world.path(name), fs::Permissions::from_mode(mode)).unwrap();
    mode("data/wip/folder/a.txt", 0o444);
    mode("data/wip/folder/deep/er", 0o555);
    mode("data/wip/folder", 0o750);
    let modified = || fs::metadata(world.path("data/wip/folder/deep/er/b.txt")).unwrap().modified().unwrap();
    let (before, written) = (everything(&world.path("data/wip")), modified());
    let deleted = world.file(delete(FOLDER, 5));
    assert_eq!(deleted.code, Code::FolderDeleted, "links count as files, and are not followed: {deleted:?}");
    assert_eq!(world.text("data/wip/outside.txt").as_deref(), Some("outside"));
    assert_eq!(world.names("data/wip"), ["a.txt", "outside.txt"]);
    assert_eq!(undo(&world, &deleted), Code::FolderRestored);
    assert_eq!(everything(&world.path("data/wip")), before);
    assert_eq!(modified(), written);
    mode("data/wip/folder/deep/er", 0o755);
}

#[test]
fn an_empty_folder_is_deleted_like_a_file() {
    let world = with_folder();
    let deleted = world.file(json!({ "command": "delete", "path": format!("{FOLDER}/empty") }));
    assert_eq!(deleted.code, Code::FolderDeleted);
    assert!(!world.path("data/wip/folder/empty").exists());
    assert_eq!(undo(&world, &deleted), Code::FolderRestored);
    assert!(world.path("data/wip/folder/empty").is_dir());
}

#[test]
fn l105_a_folder_that_is_not_empty_takes_the_number_of_its_files() {
    let world = with_folder();
    for call in [json!({ "command": "delete", "path": FOLDER }), delete(FOLDER, 0), delete(FOLDER, 3)] {
        let answer = world.file(call);
        assert_eq!(answer.code, Code::FolderNotEmpty);
        let argument = answer.string("argument");
        let mut next = json!({ "command": "delete", "path": answer.string("target") });
        next[argument] = answer.data["files"].clone();
        assert_eq!(next, delete(FOLDER, 2), "the reply says the whole next call");
    }
    assert!(world.undo.list().unwrap().is_empty() && world.path("data/wip/folder/a.txt").exists());
    assert_eq!(world.file(delete("root:ck3raven_data/wip/a.txt", 1)).code, Code::NotADirectory);
}

#[test]
fn the_person_sees_how_much_goes_and_the_first_names() {
    let world = World::lens();
    for number in 0..25 {
        world.put(&format!("data/wip/folder/{number:02}.txt"), "x");
    }
    let denied = world.file(delete(FOLDER, 25));
    assert_eq!(denied.code, Code::TokenRequired);
    let pending = world.queue.pending().unwrap();
    let shown = pending[0].folder.as_ref().unwrap();
    assert_eq!((shown.files, shown.folders, shown.bytes, shown.names.len(), shown.rest()), (25, 0, 25, 20, 5));
    let words = enforcement::folder_in_words(shown);
    assert!(words.starts_with("25 files, 0 folders, 25 bytes") && words.ends_with("and 5 more"), "{words}");
    assert!(words.contains("\"00.txt\""), "{words}");
    world.grant(&denied);
    assert_eq!(world.file(delete(FOLDER, 25)).code, Code::FolderDeleted);
}

#[test]
fn l66_an_approval_is_void_once_anything_in_the_folder_changed() {
    let world = World::lens();
    fill(&world, "data/wip/folder");
    for (call, change) in [
        (delete(FOLDER, 2), "data/wip/folder/deep/er/b.txt"),
        (rename(FOLDER, "root:ck3raven_data/wip/other"), "data/wip/folder/a.txt"),
    ] {
        let denied = world.file(call.clone());
        world.grant(&denied);
        world.put(change, "changed since");
        let again = world.file(call.clone());
        assert_eq!(again.code, Code::TokenRequired);
        assert_ne!(again.string("request"), denied.string("request"), "a person has to look again");
        assert!(world.path("data/wip/folder/a.txt").exists());
    }
}

#[test]
fn a_folder_is_renamed_with_everything_in_it_and_back() {
    let world = with_folder();
    let before = everything(&world.path("data/wip/folder"));
    let moved = world.file(rename(FOLDER, "root:ck3raven_data/wip/new/place"));
    assert_eq!(moved.code, Code::FolderRenamed, "{moved:?}");
    assert_eq!(everything(&world.path("data/wip/new/place")), before);
    assert!(!world.path("data/wip/folder").exists());
    assert_eq!(undo(&world, &moved), Code::FolderRenamed);
    assert_eq!(everything(&world.path("data/wip/folder")), before);
    assert_eq!(world.names("data/wip"), ["a.txt", "folder"], "the folder that the rename made is gone");
}

#[test]
fn a_folder_can_change_the_letters_of_its_name() {
    let world = with_folder();
    let answer = world.file(rename(FOLDER, "root:ck3raven_data/wip/Folder"));
    assert_eq!(answer.code, Code::FolderRenamed, "{answer:?}");
    assert_eq!(world.names("data/wip"), ["Folder", "a.txt"]);
}

#[test]
fn a_folder_goes_neither_into_itself_nor_onto_something() {
    let world = with_folder();
    for (to, code) in [
        ("root:ck3raven_data/wip/folder/deep/x", Code::FolderNotMovable),
        (FOLDER, Code::TargetExists),
        ("root:ck3raven_data/wip/a.txt", Code::TargetExists),
        ("root:ck3raven_data/wip/folder/deep", Code::TargetExists),
        ("root:ck3raven_data/wip/a.txt/x", Code::NotADirectory),
        ("root:game/folder", Code::WriteDenied),
        ("root:ck3raven_data/config/folder", Code::NoRule),
    ] {
        let answer = world.file(rename(FOLDER, to));
        assert_eq!(answer.code, code, "{to}: {answer:?}");
    }
    assert!(world.path("data/wip/folder/a.txt").exists());
}

#[test]
fn an_undo_touches_nothing_that_came_later() {
    let world = with_folder();
    let deleted = world.file(delete(FOLDER, 2));
    world.put("data/wip/folder/later.txt", "later");
    assert_eq!(undo(&world, &deleted), Code::TargetExists);
    assert_eq!(world.names("data/wip/folder"), ["later.txt"]);
    fs::remove_dir_all(world.path("data/wip/folder")).unwrap();
    assert_eq!(undo(&world, &deleted), Code::FolderRestored, "once the name is free again");

    let moved = world.file(rename(FOLDER, "root:ck3raven_data/wip/moved"));
    world.put("data/wip/moved/later.txt", "later");
    assert_eq!(undo(&world, &moved), Code::UndoWouldLoseWork);
    fs::remove_file(world.path("data/wip/moved/later.txt")).unwrap();
    world.put("data/wip/folder/x.txt", "somebody else's");
    assert_eq!(undo(&world, &moved), Code::TargetExists);
    assert!(world.path("data/wip/moved/a.txt").exists());
}

#[test]
fn l104_a_folder_that_holds_a_descriptor_is_as_closed_as_the_descriptor() {
    let world = World::builder().person(ClientDecision::Granted).build().with_contract("mod:A", &["mod:A"]);
    world.put("docs/mod/A/sub/deep/X.MOD", "path = \"elsewhere\"").put("docs/mod/A/plain/a.txt", "a");
    let answer = world.file(delete("mod:A/sub", 1));
    assert_eq!((answer.code, answer.string("zone").as_str()), (Code::WriteDenied, "descriptor"));
    assert_eq!(world.file(rename("mod:A/sub", "mod:A/other")).code, Code::WriteDenied);
    assert_eq!(world.file(delete("mod:A/plain", 1)).code, Code::FolderDeleted);

    let world = World::builder().person(ClientDecision::Granted).build().with_contract("mod:A", &["mod:A"]);
    world.put("data/wip/x/evil.mod", "path = \"elsewhere\"");
    let answer = world.file(rename("root:ck3raven_data/wip/x", "mod:A/x"));
    assert_eq!(answer.code, Code::WriteDenied, "no descriptor comes in with a folder");
}

#[test]
fn a_mod_a_root_and_what_holds_one_are_not_a_folder() {
    let world = World::builder().person(ClientDecision::Granted).build().with_contract("mod:A", &["mod:A"]);
    for call in [
        json!({ "command": "delete", "path": "mod:A" }),
        delete("mod:A", 1),
        rename("mod:A", "mod:A/inside"),
        delete("root:user_docs/mod/A", 1),
    ] {
        let answer = world.file(call.clone());
        assert_eq!(answer.code, Code::FolderNotMovable, "{call}");
        assert_eq!(answer.string("problem"), "not_own");
    }
    assert!(world.path("docs/mod/A/a.txt").exists());
}

#[test]
fn l67_a_contract_covers_a_folder_only_as_a_whole() {
    let world = World::builder().person(ClientDecision::Granted).build();
    fill(&world, "docs/mod/A/events");
    assert_eq!(world.file(delete("mod:A/events", 2)).code, Code::ContractRequired);
    let world = world.with_contract("mod:A", &["mod:A/events/deep", "mod:A/eventsx"]);
    assert_eq!(world.file(delete("mod:A/events", 2)).code, Code::OutsideContract);
    assert_eq!(world.file(rename("mod:A/events/deep", "mod:A/events/other")).code, Code::OutsideContract);
    let deleted = world.file(delete("mod:A/events/deep", 1));
    assert_eq!(deleted.code, Code::FolderDeleted);
    assert_eq!(undo(&world, &deleted), Code::FolderRestored);
}

#[test]
fn l100_a_folder_that_is_too_large_is_reported_as_such_and_stays() {
    let world = with_folder();
    let huge = fs::File::create(world.path("data/wip/folder/huge.bin")).unwrap();
    huge.set_len(MAX_FOLDER_BYTES + 1).unwrap();
    for call in [delete(FOLDER, 3), rename(FOLDER, "root:ck3raven_data/wip/other")] {
        let answer = world.file(call);
        assert_eq!(answer.code, Code::FolderTooLarge);
        assert_eq!(answer.data["max_bytes"], MAX_FOLDER_BYTES);
        assert!(answer.data["bytes"].as_u64().unwrap() > MAX_FOLDER_BYTES);
    }
    fs::remove_file(world.path("data/wip/folder/huge.bin")).unwrap();
    for number in 0..=MAX_FOLDER_ENTRIES {
        fs::create_dir(world.path(&format!("data/wip/folder/empty/{number}"))).unwrap();
    }
    let answer = world.file(delete(FOLDER, 2));
    assert_eq!((answer.code, answer.data["max_entries"].as_u64()), (Code::FolderTooLarge, Some(MAX_FOLDER_ENTRIES)));
}

#[test]
fn ten_thousand_files_and_very_deep_folders_go_and_come_back() {
    let world = World::builder().person(ClientDecision::Granted).build();
    for number in 0..10_000 {
        let folder = world.path(&format!("data/wip/folder/{}", number % 100));
        if number < 100 {
            fs::create_dir_all(&folder).unwrap();
        }
        fs::write(folder.join(format!("{number}.txt")), number.to_string()).unwrap();
    }
    // Deeper than an address can name: by names of one letter, a thousand levels.
    fs::create_dir_all(world.path(&format!("data/wip/folder/{}", "d/".repeat(1_000)))).unwrap();
    let deleted = world.file(delete(FOLDER, 10_000));
    assert_eq!((deleted.code, &deleted.data["folders"]), (Code::FolderDeleted, &json!(1_100)), "{deleted:?}");
    assert_eq!(world.names("data/wip"), ["a.txt"]);
    assert_eq!(undo(&world, &deleted), Code::FolderRestored);
    assert_eq!(world.text("data/wip/folder/99/9999.txt").as_deref(), Some("9999"));
    assert!(world.path(&format!("data/wip/folder/{}", "d/".repeat(1_000))).is_dir());
    let moved = world.file(rename(FOLDER, "root:ck3raven_data/wip/moved"));
    assert_eq!(moved.code, Code::FolderRenamed);
}

/// Keeps what is replaced, and somebody else writes into the folder right after.
struct ConcurrentChange(UndoStore, std::path::PathBuf);

impl UndoRecorder for ConcurrentChange {
    fn record(&self, trace_id: TraceId, change: &Prepared<'_>, needed: Requirement) -> std::io::Result<PendingLock> {
        let lock = self.0.record(trace_id, change, needed)?;
        fs::write(&self.1, "somebody else's").map(|()| lock)
    }

    fn discard(&self, trace_id: TraceId) {
        self.0.discard(trace_id);
    }
}

#[test]
fn l102_what_somebody_else_writes_into_the_folder_at_the_last_moment_is_not_lost() {
    for call in [delete(FOLDER, 1), rename(FOLDER, "root:ck3raven_data/wip/other")] {
        let builder = World::builder().person(ClientDecision::Granted);
        let (store, later) = (builder.path("../undo"), builder.path("data/wip/folder/later.txt"));
        let world = builder.recorder(ConcurrentChange(UndoStore::at(store), later)).build();
        world.put("data/wip/folder/a.txt", "a");
        assert_eq!(world.file(call).code, Code::ContentDiffers);
        assert_eq!(world.text("data/wip/folder/later.txt").as_deref(), Some("somebody else's"));
        assert_eq!(world.text("data/wip/folder/a.txt").as_deref(), Some("a"));
        assert!(world.undo.list().unwrap().is_empty());
        assert_eq!(world.names("data/wip"), ["a.txt", "folder"]);
    }
}

#[test]
fn what_cannot_be_kept_is_not_deleted() {
    let builder = World::builder().person(ClientDecision::Granted);
    let store = builder.path("data/wip/a.txt").join("undo");
    let world = builder.recorder(UndoStore::at(store)).build();
    world.put("data/wip/folder/a.txt", "a");
    assert_eq!(world.file(delete(FOLDER, 1)).code, Code::WriteFailed);
    assert_eq!(world.text("data/wip/folder/a.txt").as_deref(), Some("a"));
}

#[test]
fn a_folder_that_was_kept_and_is_damaged_is_not_brought_back() {
    let world = with_folder();
    let deleted = world.file(delete(FOLDER, 2));
    let kept = world.folder.path().join("undo/approved").join(&deleted.trace_id);
    fs::write(kept.join("before"), "xbb").unwrap();
    assert_eq!(undo(&world, &deleted), Code::WriteFailed, "its digest tells");
    fs::write(kept.join("before"), "a").unwrap();
    assert_eq!(undo(&world, &deleted), Code::WriteFailed, "something is missing");
    fs::write(kept.join("before"), "abb").unwrap();
    assert_eq!(undo(&world, &deleted), Code::FolderRestored);
    assert_eq!(world.names("data/wip"), ["a.txt", "folder"]);
}

#[cfg(unix)]
#[test]
fn what_could_not_be_brought_back_is_not_taken_away() {
    let world = with_folder();
    let _socket = std::os::unix::net::UnixListener::bind(world.path("data/wip/folder/socket")).unwrap();
    let answer = world.file(delete(FOLDER, 3));
    assert_eq!((answer.code, answer.string("problem").as_str()), (Code::FolderNotMovable, "not_own"));
    assert!(world.path("data/wip/folder/a.txt").exists());
}

#[test]
fn l69_no_change_leaves_a_record_of_a_temporary_file() {
    let world = with_folder();
    let written = world.file(json!({ "command": "write", "path": format!("{FOLDER}/new.txt"), "content": "x" }));
    let deleted = world.file(delete(FOLDER, 3));
    assert_eq!((written.code, deleted.code), (Code::FileWritten, Code::FolderDeleted));
    assert_eq!(undo(&world, &deleted), Code::FolderRestored);
    let records = fs::read_dir(world.folder.path().join("locks/temporary")).unwrap();
    assert_eq!(records.map(|record| record.unwrap().file_name()).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn l101_a_folder_that_a_person_has_not_decided_about_keeps_no_change_waiting() {
    let world = World::lens();
    fill(&world, "data/wip/folder");
    assert_eq!(world.file(delete(FOLDER, 1)).code, Code::FolderNotEmpty);
    fs::create_dir_all(world.folder.path().join("locks")).unwrap();
    let lock = fs::File::create(world.folder.path().join("locks/folders.lock")).unwrap();
    // Another process is at work: whoever waits for it now also keeps others waiting.
    lock.lock().unwrap();
    for (call, code) in [
        (delete(FOLDER, 1), Code::FolderNotEmpty),
        (delete(FOLDER, 2), Code::TokenRequired),
        (rename(FOLDER, "root:ck3raven_data/wip/other"), Code::TokenRequired),
        (rename(FOLDER, "root:ck3raven_data/wip/a.txt"), Code::TargetExists),
        (rename(FOLDER, &format!("{FOLDER}/deep/it")), Code::FolderNotMovable),
    ] {
        assert_eq!(world.file(call.clone()).code, code, "{call}");
    }
}

/// Keeps what is replaced; right after, another process moves the directory that the folder was to move into.
struct ConcurrentMove(UndoStore, std::path::PathBuf);

impl UndoRecorder for ConcurrentMove {
    fn record(&self, trace_id: TraceId, change: &Prepared<'_>, needed: Requirement) -> std::io::Result<PendingLock> {
        let lock = self.0.record(trace_id, change, needed)?;
        fs::rename(self.1.join("into"), self.1.join("elsewhere")).map(|()| lock)
    }
}

#[test]
fn l102_a_folder_goes_where_it_was_said_to_go() {
    let builder = World::builder().person(ClientDecision::Granted);
    let (store, wip) = (builder.path("../undo"), builder.path("data/wip"));
    let world = builder.recorder(ConcurrentMove(UndoStore::at(store), wip)).build();
    world.put("data/wip/folder/a.txt", "a").put("data/wip/into/b.txt", "b");
    let moved = world.file(rename(FOLDER, "root:ck3raven_data/wip/into/new/folder"));
    assert_eq!(moved.code, Code::FolderRenamed);
    assert_eq!(world.text("data/wip/into/new/folder/a.txt").as_deref(), Some("a"));
    assert_eq!(world.names("data/wip/elsewhere"), ["b.txt"]);
}
