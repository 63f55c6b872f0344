//! The calls that bring out every reply of `ck3_file`.

use replies::Code;
use reply_kit::ClientDecision;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use enforcement::{PendingLock, Requirement, UndoRecorder, UndoStore};
use reply_kit::TraceId;
use serde_json::{Value, json};
use world_adapter::{MAX_FILE, Mode, Prepared};

use crate::codes::{Case, spent};
use crate::folders::{delete, with_folder};
use crate::world::World;

const WIP: &str = "root:ck3raven_data/wip/a.txt";
const FOLDER: &str = "root:ck3raven_data/wip/folder";
const FREE: &str = "root:ck3raven_data/wip/free.txt";
const GAME: &str = "root:game/common/00_defines.txt";
const NO_RULE: &str = "root:ck3raven_data/config/a.txt";
const LAUNCHER: &str = "root:user_docs/launcher-v2.sqlite";
const OTHER_DIGEST: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

pub(crate) fn file_cases() -> Vec<Case> {
    let mut cases = changing("write", |path| json!({ "command": "write", "path": path, "content": "new\n" }));
    cases.extend(changing(
        "edit",
        |path| json!({ "command": "edit", "path": path, "old_text": "old", "new_text": "new" }),
    ));
    cases.extend(changing("rename", |path| {
        let to =
            path.rsplit_once('/').map_or_else(|| format!("{path}/free.txt"), |(above, _)| format!("{above}/free.txt"));
        json!({ "command": "rename", "path": path, "to": to })
    }));
    cases.extend(changing("delete", |path| json!({ "command": "delete", "path": path })));
    cases.extend(special());
    cases
}

fn case(world: fn() -> World, call: Value, code: Code) -> Case {
    Case { world, call, code }
}

pub(crate) fn read_cases() -> Vec<Case> {
    let read = |path: &str| json!({ "path": path });
    vec![
        case(World::lens, read(GAME), Code::FileRead),
        case(World::lens, read("mod:Shop/a.txt"), Code::FileRead),
        case(World::lens, json!({ "paths": [GAME, "mod:Shop/a.txt"] }), Code::FilesRead),
        case(World::lens, json!({ "paths": [GAME, "root:game/missing.txt"] }), Code::PathNotFound),
        case(World::lens, read("root:game/common"), Code::NotAFile),
        case(World::lens, json!({ "path": GAME, "max_bytes": 1 }), Code::FileTooLarge),
        case(World::lens, json!({ "path": GAME, "first_line": 2 }), Code::RangeOutsideFile),
        case(World::lens, read("root:game/missing.txt"), Code::PathNotFound),
        case(World::lens, read("not an address"), Code::PathNotFound),
        case(huge, read(WIP), Code::FileTooLarge),
        case(spent, read(GAME), Code::VisibilityCapacityExceeded),
        case(World::without_mode, read(GAME), Code::ModeNotInitialised),
        // Nothing is mapped at the beginning of a process's memory: reading there is an error of the system.
        #[cfg(target_os = "linux")]
        case(memory, read("root:vscode/mem"), Code::ReadFailed),
    ]
}

/// What every change has in common, given a call on a path.
fn changing(command: &str, call: fn(&str) -> Value) -> Vec<Case> {
    let success = match command {
        "rename" => Code::FileRenamed,
        "delete" => Code::FileDeleted,
        _ => Code::FileWritten,
    };
    // A write is free where a deletion takes a person; both are seen where a person must be asked anyway.
    let missing = if command == "write" { "root:nowhere/a.txt" } else { "root:ck3raven_data/wip/missing.txt" };
    vec![
        case(agreed, call(WIP), success),
        case(agreed_with_contract, call("mod:A/a.txt"), success),
        case(World::lens, call(missing), Code::PathNotFound),
        case(World::without_mode, call(WIP), Code::ModeNotInitialised),
        case(
            agreed,
            call("root:ck3raven_data/wip"),
            match command {
                "rename" => Code::NoRule,
                "delete" => Code::FolderNotEmpty,
                _ => Code::NotAFile,
            },
        ),
        case(huge, call(WIP), Code::FileTooLarge),
        case(meddled, call(WIP), Code::ContentDiffers),
        case(World::lens, call(GAME), Code::WriteDenied),
        case(narrow_contract, call("mod:A/a.txt"), Code::OutsideContract),
        case(World::lens, call("mod:A/a.txt"), Code::ContractRequired),
        case(World::dev, call(LAUNCHER), if command == "rename" { Code::NoRule } else { Code::TokenRequired }),
        case(World::lens, call(NO_RULE), Code::NoRule),
        case(refused, call(LAUNCHER), if command == "rename" { Code::NoRule } else { Code::ApprovalRefused }),
        case(crowded, call(LAUNCHER), if command == "rename" { Code::NoRule } else { Code::TooManyWaiting }),
        case(nowhere_to_keep, call(WIP), Code::WriteFailed),
        case(no_journal, call(WIP), Code::JournalUnavailable),
        case(unshown, call(LAUNCHER), if command == "rename" { Code::NoRule } else { Code::RequestNotKept }),
        #[cfg(unix)]
        case(busy, call(WIP), Code::TargetBusy),
        case(spent, call(WIP), Code::VisibilityCapacityExceeded),
    ]
}

/// What only one of the commands answers, or each in its own way.
fn special() -> Vec<Case> {
    let write = |path: &str| json!({ "command": "write", "path": path, "content": "new\n" });
    let rename = |path: &str, to: &str| json!({ "command": "rename", "path": path, "to": to });
    let edit = |path: &str, old: &str| json!({ "command": "edit", "path": path, "old_text": old, "new_text": "x" });
    let also = |mut call: Value, field: &str, value: Value| {
        call[field] = value;
        call
    };
    vec![
        case(
            World::lens,
            json!({ "command": "write", "path": "root:ck3raven_data/wip/common/traits/a.txt", "content": "a = {" }),
            Code::ScriptInvalid,
        ),
        case(
            with_script,
            json!({ "command": "edit", "path": "root:ck3raven_data/wip/common/traits/a.txt", "old_text": "}", "new_text": "" }),
            Code::ScriptInvalid,
        ),
        case(World::lens, write("root:ck3raven_data/wip/new/deep/b.txt"), Code::FileWritten),
        case(World::lens, also(write(WIP), "dry_run", json!(true)), Code::ChangePermitted),
        case(World::lens, also(write(WIP), "new_only", json!(true)), Code::TargetExists),
        case(World::lens, also(write(WIP), "expected_digest", json!(OTHER_DIGEST)), Code::ContentDiffers),
        case(World::lens, also(write(FREE), "expected_digest", json!(OTHER_DIGEST)), Code::ContentDiffers),
        case(World::lens, write("root:ck3raven_data/wip/a.txt/b.txt"), Code::NotADirectory),
        case(World::lens, also(edit(WIP, "old"), "dry_run", json!(true)), Code::ChangePermitted),
        case(World::lens, rename("mod:A/a.txt", "mod:B/b.txt"), Code::TwoContracts),
        // Memory is another disk than the one that holds temporary files.
        #[cfg(target_os = "linux")]
        case(|| on_two_disks().with_contract("mod:B", &["mod:B"]), rename(WIP, "mod:B/b.txt"), Code::OtherDisk),
        case(World::lens, edit(WIP, "absent"), Code::TextCountDiffers),
        case(World::lens, also(edit(WIP, "old"), "expected_count", json!(2)), Code::TextCountDiffers),
        case(World::lens, also(edit(WIP, "absent"), "expected_digest", json!(OTHER_DIGEST)), Code::ContentDiffers),
        case(read_only, write(WIP), Code::TargetReadOnly),
        case(read_only, edit(WIP, "old"), Code::TargetReadOnly),
        case(binary, write(WIP), Code::NotText),
        case(binary, edit(WIP, "old"), Code::NotText),
        case(unshown, rename(WIP, FREE), Code::RequestNotKept),
        case(narrow_text, also(write(WIP), "content", json!("\u{1F451}")), Code::EncodingCannotHold),
        case(narrow_text, also(edit(WIP, "old"), "new_text", json!("\u{1F451}")), Code::EncodingCannotHold),
        #[cfg(unix)]
        case(linked, rename("root:ck3raven_data/wip/link.txt", FREE), Code::TargetIsLink),
        #[cfg(unix)]
        case(linked, json!({ "command": "delete", "path": "root:ck3raven_data/wip/link.txt" }), Code::TargetIsLink),
        case(World::lens, rename(WIP, FREE), Code::TokenRequired),
        case(refused, rename(WIP, FREE), Code::ApprovalRefused),
        case(crowded, rename(WIP, FREE), Code::TooManyWaiting),
        case(agreed, rename(WIP, WIP), Code::TargetExists),
        case(agreed, rename(WIP, "root:ck3raven_data/wip/a.txt/b.txt"), Code::NotADirectory),
        case(with_folder, rename(FOLDER, FREE), Code::FolderRenamed),
        case(with_folder, rename(FOLDER, "root:ck3raven_data/wip/folder/in"), Code::FolderNotMovable),
        case(with_huge_folder, rename(FOLDER, FREE), Code::FolderTooLarge),
        case(with_folder, delete(FOLDER, 2), Code::FolderDeleted),
        case(with_folder, delete(FOLDER, 1), Code::FolderNotEmpty),
        case(with_huge_folder, delete(FOLDER, 3), Code::FolderTooLarge),
        case(agreed, delete(WIP, 1), Code::NotADirectory),
        case(agreed_with_contract, delete("mod:A", 1), Code::FolderNotMovable),
        #[cfg(unix)]
        case(with_socket, rename("root:ck3raven_data/wip/socket", FREE), Code::NotAFile),
        #[cfg(unix)]
        case(with_socket, json!({ "command": "delete", "path": "root:ck3raven_data/wip/socket" }), Code::NotAFile),
        case(agreed, rename(WIP, "root:nowhere/b.txt"), Code::PathNotFound),
    ]
}

/// As many requests wait for a person as can.
fn crowded() -> World {
    let world = World::dev();
    for number in 0..enforcement::MAX_PENDING_OF_SESSION {
        let target = json!({ "command": "rename", "path": WIP, "to": format!("root:ck3raven_data/wip/{number}.txt") });
        assert_eq!(world.file(target).code, Code::TokenRequired);
    }
    world
}

/// Nothing can be put where a person would find it.
fn unshown() -> World {
    let world = World::dev();
    let folder = world.folder.path().join("approvals");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(folder, "not a folder").unwrap();
    world
}

/// Another process is at the directory, and does not go on.
#[cfg(unix)]
fn busy() -> World {
    let world = agreed();
    let held = Box::leak(Box::new(std::fs::File::open(world.path("data/wip")).unwrap()));
    held.lock().unwrap();
    world
}

/// What is there is UTF-16 without a mark.
fn binary() -> World {
    let world = World::lens();
    world.put("data/wip/a.txt", b"o\0l\0d\0");
    world
}

fn agreed() -> World {
    World::builder().person(ClientDecision::Granted).build()
}

fn agreed_with_contract() -> World {
    agreed().with_contract("mod:A", &["mod:A"])
}

fn with_huge_folder() -> World {
    let world = with_folder();
    let huge = fs::File::create(world.path("data/wip/folder/huge")).unwrap();
    huge.set_len(world_adapter::MAX_FOLDER_BYTES + 1).unwrap();
    world
}

/// Something that is neither a file nor a folder.
#[cfg(unix)]
fn with_socket() -> World {
    let world = agreed();
    drop(std::os::unix::net::UnixListener::bind(world.path("data/wip/socket")).unwrap());
    world
}

fn refused() -> World {
    World::builder().mode(Some(Mode::Ck3ravenDev)).person(ClientDecision::Refused).build()
}

fn narrow_contract() -> World {
    World::lens().with_contract("mod:A", &["mod:A/events"])
}

fn no_journal() -> World {
    let world = agreed();
    world.journal.is_full.store(true, Ordering::Release);
    world
}

/// The file is larger than anything that is read; it takes no room on disk.
fn huge() -> World {
    let world = agreed();
    fs::File::create(world.path("data/wip/a.txt")).unwrap().set_len(MAX_FILE + 1).unwrap();
    world
}

/// A file stands where the store of changes should be.
fn nowhere_to_keep() -> World {
    let builder = World::builder().person(ClientDecision::Granted);
    let store = builder.path("data/wip/a.txt").join("undo");
    builder.recorder(UndoStore::at(store)).build()
}

fn read_only() -> World {
    let world = World::lens();
    let file = world.path("data/wip/a.txt");
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(file, permissions).unwrap();
    world
}

/// The file is written in a code page.
fn narrow_text() -> World {
    let world = World::lens();
    world.put("data/wip/a.txt", b"old J\xF3zsef\n");
    world
}

#[cfg(unix)]
fn linked() -> World {
    let world = agreed();
    std::os::unix::fs::symlink("a.txt", world.path("data/wip/link.txt")).unwrap();
    world
}

/// The mod B lies on another disk than everything else.
#[cfg(target_os = "linux")]
pub(crate) fn on_two_disks() -> World {
    let builder = World::builder();
    let linked = builder.path("docs/mod/B");
    fs::remove_dir_all(&linked).unwrap();
    std::os::unix::fs::symlink("/dev/shm", &linked).unwrap();
    builder.build()
}

fn memory() -> World {
    World::builder().mode(Some(Mode::Ck3ravenDev)).vscode("/proc/self").build()
}

/// Somebody else changes the file right before the change is made.
fn meddled() -> World {
    let builder = World::builder().person(ClientDecision::Granted);
    let file = builder.path("data/wip/a.txt");
    builder.recorder(ConcurrentWriter(file)).build()
}

struct ConcurrentWriter(PathBuf);

impl UndoRecorder for ConcurrentWriter {
    fn record(&self, _: TraceId, _: &Prepared<'_>, _: Requirement) -> std::io::Result<PendingLock> {
        fs::write(&self.0, "somebody else's").map(|()| PendingLock::default())
    }
}

fn with_script() -> World {
    let world = World::lens();
    let folder = world.path("data/wip/common/traits");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a.txt"), "\u{feff}a = {\n}\n").unwrap();
    world
}
