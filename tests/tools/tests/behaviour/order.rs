//! One order for every change (L61): arguments, resolve, verdict, feasibility, a person, recheck and commit.
//!
//! Each call below has two things wrong with it; the answer is about the one that comes first.

use replies::Code;
use std::fs;

use serde_json::{Value, json};
use world_adapter::{MAX_FILE, Mode};

use crate::world::World;

/// Where a change is to take place, and what the verdict is about it.
struct TargetCase {
    name: &'static str,
    world: fn() -> World,
    address: &'static str,
    disk: &'static str,
    /// What policy and contract say; nothing where they permit it.
    verdict: Option<Code>,
    /// What a person has to be asked about.
    asks: &'static [&'static str],
}

const ALL: &[&str] = &["write", "edit", "rename", "delete"];
const NAMES: &[&str] = &["rename", "delete"];
const CONTENTS: &[&str] = &["write", "edit"];

#[rustfmt::skip]
const PLACES: &[TargetCase] = &[
    TargetCase { name: "game", world: World::lens, address: "root:game/common/x.txt", disk: "game/common/x.txt", verdict: Some(Code::WriteDenied), asks: &[] },
    TargetCase { name: "workshop", world: World::lens, address: "mod:Shop/x.txt", disk: "steam/123/x.txt", verdict: Some(Code::WriteDenied), asks: &[] },
    TargetCase { name: "no rule", world: World::lens, address: "root:ck3raven_data/config/x.txt", disk: "data/config/x.txt", verdict: Some(Code::NoRule), asks: &[] },
    TargetCase { name: "no contract", world: World::lens, address: "mod:A/x.txt", disk: "docs/mod/A/x.txt", verdict: Some(Code::ContractRequired), asks: &[] },
    TargetCase { name: "other contract", world: contract_on_b, address: "mod:A/x.txt", disk: "docs/mod/A/x.txt", verdict: Some(Code::OutsideContract), asks: &[] },
    TargetCase { name: "repo, dev", world: World::dev, address: "root:repo/src/x.txt", disk: "repo/src/x.txt", verdict: Some(Code::ContractRequired), asks: &[] },
    TargetCase { name: "wip", world: World::lens, address: "root:ck3raven_data/wip/x.txt", disk: "data/wip/x.txt", verdict: None, asks: NAMES },
    TargetCase { name: "mod with contract", world: contract_on_a, address: "mod:A/x.txt", disk: "docs/mod/A/x.txt", verdict: None, asks: NAMES },
    TargetCase { name: "repo with contract", world: contract_on_repo, address: "root:repo/src/x.txt", disk: "repo/src/x.txt", verdict: None, asks: ALL },
];

fn contract_on_a() -> World {
    World::lens().with_contract("mod:A", &["mod:A"])
}

fn contract_on_b() -> World {
    World::lens().with_contract("mod:B", &["mod:B"])
}

fn contract_on_repo() -> World {
    World::builder().mode(Some(Mode::Ck3ravenDev)).build().with_contract("root:repo", &["root:repo"])
}

/// What makes a change impossible as it was stated.
struct Fault {
    name: &'static str,
    commands: &'static [&'static str],
    code: Code,
    set_up: fn(&World, &TargetCase),
    spoil: fn(&mut Value),
}

#[rustfmt::skip]
const FAULTS: &[Fault] = &[
    Fault { name: "digest", commands: CONTENTS, code: Code::ContentDiffers, set_up: plain, spoil: |call| call["expected_digest"] = json!("0".repeat(64)) },
    Fault { name: "text not there", commands: &["edit"], code: Code::TextCountDiffers, set_up: plain, spoil: |call| call["old_text"] = json!("absent") },
    Fault { name: "not new", commands: &["write"], code: Code::TargetExists, set_up: plain, spoil: |call| call["new_only"] = json!(true) },
    Fault { name: "name is taken", commands: &["rename"], code: Code::TargetExists, set_up: plain, spoil: |call| call["to"] = call["path"].clone() },
    Fault { name: "folder", commands: CONTENTS, code: Code::NotAFile, set_up: folder, spoil: |_| {} },
    Fault { name: "folder that is not empty", commands: &["delete"], code: Code::FolderNotEmpty, set_up: full_folder, spoil: |_| {} },
    Fault { name: "folder of other size", commands: &["delete"], code: Code::FolderNotEmpty, set_up: full_folder, spoil: |call| call["expected_files"] = json!(7) },
    Fault { name: "not a folder", commands: &["delete"], code: Code::NotADirectory, set_up: plain, spoil: |call| call["expected_files"] = json!(1) },
    Fault { name: "folder into itself", commands: &["rename"], code: Code::FolderNotMovable, set_up: full_folder, spoil: |call| call["to"] = json!(format!("{}/y", call["path"].as_str().unwrap_or_default())) },
    Fault { name: "folder too large", commands: NAMES, code: Code::FolderTooLarge, set_up: huge_folder, spoil: |_| {} },
    Fault { name: "too large", commands: ALL, code: Code::FileTooLarge, set_up: huge, spoil: |_| {} },
    Fault { name: "grows too large", commands: &["edit"], code: Code::FileTooLarge, set_up: half, spoil: |call| { call["old_text"] = json!("\0"); call["new_text"] = json!("abc"); call["expected_count"] = json!(MAX_FILE / 2); } },
    Fault { name: "read-only", commands: CONTENTS, code: Code::TargetReadOnly, set_up: read_only, spoil: |_| {} },
    Fault { name: "encoding", commands: CONTENTS, code: Code::EncodingCannotHold, set_up: narrow, spoil: |call| { let field = if call["command"] == "edit" { "new_text" } else { "content" }; call[field] = json!("\u{1F451}"); } },
    #[cfg(unix)]
    Fault { name: "link", commands: NAMES, code: Code::TargetIsLink, set_up: link, spoil: |_| {} },
    Fault { name: "parent is a file", commands: &["rename"], code: Code::NotADirectory, set_up: plain, spoil: |call| call["to"] = json!(format!("{}/y.txt", call["path"].as_str().unwrap_or_default())) },
];

fn plain(world: &World, place: &TargetCase) {
    world.put(place.disk, "old\n");
}

fn folder(world: &World, place: &TargetCase) {
    fs::create_dir(world.path(place.disk)).unwrap();
}

fn full_folder(world: &World, place: &TargetCase) {
    world.put(&format!("{}/a.txt", place.disk), "a");
}

fn huge_folder(world: &World, place: &TargetCase) {
    full_folder(world, place);
    let huge = fs::File::create(world.path(place.disk).join("huge")).unwrap();
    huge.set_len(world_adapter::MAX_FOLDER_BYTES + 1).unwrap();
}

fn huge(world: &World, place: &TargetCase) {
    fs::File::create(world.path(place.disk)).unwrap().set_len(MAX_FILE + 1).unwrap();
}

/// So many bytes of text that it takes one more each to be too large.
fn half(world: &World, place: &TargetCase) {
    world.put(place.disk, [b"\xEF\xBB\xBF".to_vec(), vec![0; usize::try_from(MAX_FILE / 2).unwrap()]].concat());
}

fn read_only(world: &World, place: &TargetCase) {
    plain(world, place);
    let mut permissions = fs::metadata(world.path(place.disk)).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(world.path(place.disk), permissions).unwrap();
}

fn narrow(world: &World, place: &TargetCase) {
    world.put(place.disk, b"old J\xF3zsef\n");
}

#[cfg(unix)]
fn link(world: &World, place: &TargetCase) {
    let real = format!("{}.real", place.disk);
    world.put(&real, "old\n");
    let name = std::path::Path::new(&real).file_name().unwrap();
    std::os::unix::fs::symlink(name, world.path(place.disk)).unwrap();
}

fn call(command: &str, address: &str) -> Value {
    match command {
        "write" => json!({ "command": command, "path": address, "content": "new\n" }),
        "edit" => json!({ "command": command, "path": address, "old_text": "old", "new_text": "new" }),
        "rename" => json!({ "command": command, "path": address, "to": format!("{address}.free") }),
        _ => json!({ "command": command, "path": address }),
    }
}

#[test]
fn l61_the_verdict_comes_before_what_the_file_holds_and_that_before_a_person() {
    for place in PLACES {
        for fault in FAULTS {
            for command in fault.commands {
                let world = (place.world)();
                (fault.set_up)(&world, place);
                let mut call = call(command, place.address);
                (fault.spoil)(&mut call);
                let expected = place.verdict.unwrap_or(fault.code);
                let what = format!("{command}, {}, {}", place.name, fault.name);
                assert_eq!(world.file(call.clone()).code, expected, "{what}");
                if CONTENTS.contains(command) {
                    call["dry_run"] = json!(true);
                    assert_eq!(world.file(call).code, expected, "rehearsed: {what}");
                }
                assert!(world.queue.pending().unwrap().is_empty(), "a person was asked: {what}");
                assert!(world.undo.list().unwrap().is_empty(), "{what}");
            }
        }
    }
}

#[test]
fn l61_a_person_is_asked_about_what_can_be_done() {
    for place in PLACES.iter().filter(|place| place.verdict.is_none()) {
        for command in ALL {
            let world = (place.world)();
            plain(&world, place);
            let code = world.file(call(command, place.address)).code;
            let asked = world.queue.pending().unwrap();
            if place.asks.contains(command) {
                assert_eq!((code, asked.len()), (Code::TokenRequired, 1), "{command}, {}", place.name);
                assert!(asked[0].content.is_some(), "the content is shown: {command}, {}", place.name);
            } else {
                assert!(
                    code.as_str().starts_with("EN-WRITE-S") && asked.is_empty(),
                    "{command}, {}: {code}",
                    place.name
                );
            }
        }
    }
}

#[test]
fn l61_what_cannot_be_resolved_is_not_judged() {
    for command in ALL {
        for address in ["root:game/../x.txt", "root:repo/x.txt", "nowhere", "mod:None/x.txt"] {
            let world = World::lens();
            assert_eq!(world.file(call(command, address)).code, Code::PathNotFound, "{command} {address}");
            assert!(world.journal.lines().is_empty(), "{command} {address}");
        }
    }
}
