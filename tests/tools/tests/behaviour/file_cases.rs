//! The calls that bring out every reply of `ck3_file`.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use enforcement::{Answer, Keeper, UndoStore};
use reply_core::TraceId;
use serde_json::{Value, json};
use world_adapter::{LARGEST_FILE, Mode, Prepared};

use crate::codes::{Case, spent};
use crate::world::World;

const WIP: &str = "root:ck3raven_data/wip/a.txt";
const FREE: &str = "root:ck3raven_data/wip/free.txt";
const GAME: &str = "root:game/common/00_defines.txt";
const NO_RULE: &str = "root:ck3raven_data/config/a.txt";
const LAUNCHER: &str = "root:user_docs/launcher-v2.sqlite";
const OTHER_DIGEST: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

pub(crate) fn file_cases() -> Vec<Case> {
    let mut cases = reading();
    cases.extend(changing("write", |path| json!({ "command": "write", "path": path, "content": "new\n" })));
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

fn case(world: fn() -> World, call: Value, code: &'static str) -> Case {
    Case { world, call, code }
}

fn reading() -> Vec<Case> {
    let read = |path: &str| json!({ "command": "read", "path": path });
    vec![
        case(World::lens, read(GAME), "WA-READ-S-003"),
        case(World::lens, read("mod:Shop/a.txt"), "WA-READ-S-003"),
        case(World::lens, read("root:game/common"), "WA-READ-I-002"),
        case(World::lens, json!({ "command": "read", "path": GAME, "max_bytes": 1 }), "WA-READ-I-003"),
        case(World::lens, json!({ "command": "read", "path": GAME, "first_line": 2 }), "WA-READ-I-004"),
        case(World::lens, read("root:game/missing.txt"), "WA-RES-I-001"),
        case(World::lens, read("not an address"), "WA-RES-I-001"),
        case(huge, read(WIP), "WA-READ-I-003"),
        case(spent, read(GAME), "WA-RES-E-001"),
        case(World::without_mode, read(GAME), "WA-SYS-I-001"),
        // Nothing is mapped at the beginning of a process's memory: reading there is an error of the system.
        #[cfg(target_os = "linux")]
        case(memory, read("root:vscode/mem"), "WA-READ-E-001"),
    ]
}

/// What every change has in common, given a call on a path.
fn changing(command: &str, call: fn(&str) -> Value) -> Vec<Case> {
    let success = match command {
        "rename" => "EN-WRITE-S-003",
        "delete" => "EN-WRITE-S-002",
        _ => "EN-WRITE-S-001",
    };
    // A write is free where a deletion takes a person; both are seen where a person must be asked anyway.
    let missing = if command == "write" { "root:nowhere/a.txt" } else { "root:ck3raven_data/wip/missing.txt" };
    vec![
        case(agreed, call(WIP), success),
        case(agreed_with_contract, call("mod:A/a.txt"), success),
        case(World::lens, call(missing), "WA-RES-I-001"),
        case(World::without_mode, call(WIP), "WA-SYS-I-001"),
        case(
            agreed,
            call("root:ck3raven_data/wip"),
            if command == "rename" { "EN-WRITE-D-005" } else { "WA-READ-I-002" },
        ),
        case(huge, call(WIP), "WA-READ-I-003"),
        case(meddled, call(WIP), "WA-WRITE-I-001"),
        case(World::lens, call(GAME), "EN-WRITE-D-001"),
        case(narrow_contract, call("mod:A/a.txt"), "EN-WRITE-D-002"),
        case(World::lens, call("mod:A/a.txt"), "EN-WRITE-D-003"),
        case(World::dev, call(LAUNCHER), if command == "rename" { "EN-WRITE-D-005" } else { "EN-WRITE-D-004" }),
        case(World::lens, call(NO_RULE), "EN-WRITE-D-005"),
        case(refused, call(LAUNCHER), if command == "rename" { "EN-WRITE-D-005" } else { "EN-GATE-D-001" }),
        case(crowded, call(LAUNCHER), if command == "rename" { "EN-WRITE-D-005" } else { "EN-GATE-D-002" }),
        case(nowhere_to_keep, call(WIP), "EN-WRITE-E-001"),
        case(no_journal, call(WIP), "EN-LOG-E-001"),
        case(spent, call(WIP), "WA-RES-E-001"),
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
        case(World::lens, write("root:ck3raven_data/wip/new/deep/b.txt"), "EN-WRITE-S-001"),
        case(World::lens, also(write(WIP), "dry_run", json!(true)), "EN-WRITE-S-004"),
        case(World::lens, also(write(WIP), "new_only", json!(true)), "WA-WRITE-I-003"),
        case(World::lens, also(write(WIP), "expected_digest", json!(OTHER_DIGEST)), "WA-WRITE-I-001"),
        case(World::lens, also(write(FREE), "expected_digest", json!(OTHER_DIGEST)), "WA-WRITE-I-001"),
        case(World::lens, write("root:ck3raven_data/wip/a.txt/b.txt"), "WA-READ-I-001"),
        case(World::lens, also(edit(WIP, "old"), "dry_run", json!(true)), "EN-WRITE-S-004"),
        case(World::lens, edit(WIP, "absent"), "WA-WRITE-I-002"),
        case(World::lens, also(edit(WIP, "old"), "expected_count", json!(2)), "WA-WRITE-I-002"),
        case(World::lens, also(edit(WIP, "absent"), "expected_digest", json!(OTHER_DIGEST)), "WA-WRITE-I-001"),
        #[cfg(target_os = "linux")]
        case(memory, edit("root:vscode/mem", "x"), "WA-READ-E-001"),
        case(World::lens, rename(WIP, FREE), "EN-WRITE-D-004"),
        case(refused, rename(WIP, FREE), "EN-GATE-D-001"),
        case(crowded, rename(WIP, FREE), "EN-GATE-D-002"),
        case(agreed, rename(WIP, WIP), "WA-WRITE-I-003"),
        case(agreed, rename(WIP, "root:ck3raven_data/wip/a.txt/b.txt"), "WA-READ-I-001"),
        case(agreed_with_folder, rename("root:ck3raven_data/wip/folder", FREE), "WA-READ-I-002"),
        case(agreed, rename(WIP, "root:nowhere/b.txt"), "WA-RES-I-001"),
    ]
}

/// As many requests wait for a person as can.
fn crowded() -> World {
    let world = World::dev();
    for number in 0..1_000 {
        let target = json!({ "command": "rename", "path": WIP, "to": format!("root:ck3raven_data/wip/{number}.txt") });
        assert_eq!(world.file(target).code, "EN-WRITE-D-004");
    }
    world
}

fn agreed() -> World {
    World::builder().person(Answer::Granted).build()
}

fn agreed_with_contract() -> World {
    agreed().with_contract("mod:A", &["mod:A"])
}

fn agreed_with_folder() -> World {
    let world = agreed();
    world.put("data/wip/folder/b.txt", "b");
    world
}

fn refused() -> World {
    World::builder().mode(Some(Mode::Ck3ravenDev)).person(Answer::Refused).build()
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
    fs::File::create(world.path("data/wip/a.txt")).unwrap().set_len(LARGEST_FILE + 1).unwrap();
    world
}

/// A file stands where the store of changes should be.
fn nowhere_to_keep() -> World {
    let builder = World::builder().person(Answer::Granted);
    let store = builder.path("data/wip/a.txt").join("undo");
    builder.keeper(UndoStore::at(store)).build()
}

#[cfg(target_os = "linux")]
fn memory() -> World {
    World::builder().mode(Some(Mode::Ck3ravenDev)).vscode("/proc/self").build()
}

/// Somebody else changes the file right before the change is made.
fn meddled() -> World {
    let builder = World::builder().person(Answer::Granted);
    let file = builder.path("data/wip/a.txt");
    builder.keeper(Meddler(file)).build()
}

struct Meddler(PathBuf);

impl Keeper for Meddler {
    fn keep(&self, _: TraceId, _: &Prepared<'_>) -> std::io::Result<()> {
        fs::write(&self.0, "somebody else's")
    }
}
