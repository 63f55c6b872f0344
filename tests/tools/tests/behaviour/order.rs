//! One order for every change (L61): arguments, resolve, verdict, feasibility, a person, recheck and commit.
//!
//! Each call below has two things wrong with it; the answer is about the one that comes first.

use replies::Code;
use std::fs;

use serde_json::{Value, json};
use world_adapter::{MAX_FILE, Mode};

#[cfg(target_os = "linux")]
use crate::file_cases::on_two_disks;
use crate::world::World;

/// What permits a rename, the world, the new name, and the answer.
#[cfg(target_os = "linux")]
type DiskRow = (&'static str, fn() -> World, &'static str, Code);

/// Where a mod is to be created: the world, its name, and what denies it.
type ModPlaceRow<'w> = (&'static str, &'w dyn Fn() -> World, &'static str, Option<Code>);

/// Where a change is to take place, and what the verdict is about it.
struct TargetCase {
    name: &'static str,
    world: fn() -> World,
    /// Without the extension, like `disk`.
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
    TargetCase { name: "game", world: World::lens, address: "root:game/common/x", disk: "game/common/x", verdict: Some(Code::WriteDenied), asks: &[] },
    TargetCase { name: "workshop", world: World::lens, address: "mod:Shop/x", disk: "steam/123/x", verdict: Some(Code::WriteDenied), asks: &[] },
    TargetCase { name: "no rule", world: World::lens, address: "root:ck3raven_data/config/x", disk: "data/config/x", verdict: Some(Code::NoRule), asks: &[] },
    TargetCase { name: "no contract", world: World::lens, address: "mod:A/x", disk: "docs/mod/A/x", verdict: Some(Code::ContractRequired), asks: &[] },
    TargetCase { name: "other contract", world: contract_on_b, address: "mod:A/x", disk: "docs/mod/A/x", verdict: Some(Code::OutsideContract), asks: &[] },
    TargetCase { name: "repo, dev", world: World::dev, address: "root:repo/src/x", disk: "repo/src/x", verdict: Some(Code::ContractRequired), asks: &[] },
    TargetCase { name: "wip", world: World::lens, address: "root:ck3raven_data/wip/x", disk: "data/wip/x", verdict: None, asks: NAMES },
    TargetCase { name: "mod with contract", world: contract_on_a, address: "mod:A/x", disk: "docs/mod/A/x", verdict: None, asks: NAMES },
    TargetCase { name: "repo with contract", world: contract_on_repo, address: "root:repo/src/x", disk: "repo/src/x", verdict: None, asks: ALL },
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
    /// With the file on disk.
    set_up: fn(&World, &str),
    spoil: fn(&mut Value),
    /// Of the file: it decides whether what is written has to parse.
    extension: &'static str,
}

#[rustfmt::skip]
const FAULTS: &[Fault] = &[
    Fault { name: "digest", commands: CONTENTS, code: Code::ContentDiffers, set_up: plain, spoil: |call| call["expected_digest"] = json!("0".repeat(64)), extension: "txt" },
    Fault { name: "text not there", commands: &["edit"], code: Code::TextCountDiffers, set_up: plain, spoil: |call| call["old_text"] = json!("absent"), extension: "txt" },
    Fault { name: "not new", commands: &["write"], code: Code::TargetExists, set_up: plain, spoil: |call| call["new_only"] = json!(true), extension: "txt" },
    Fault { name: "name is taken", commands: &["rename"], code: Code::TargetExists, set_up: plain, spoil: |call| call["to"] = call["path"].clone(), extension: "txt" },
    Fault { name: "folder", commands: CONTENTS, code: Code::NotAFile, set_up: folder, spoil: |_| {}, extension: "txt" },
    Fault { name: "folder that is not empty", commands: &["delete"], code: Code::FolderNotEmpty, set_up: full_folder, spoil: |_| {}, extension: "txt" },
    Fault { name: "folder of other size", commands: &["delete"], code: Code::FolderNotEmpty, set_up: full_folder, spoil: |call| call["expected_files"] = json!(7), extension: "txt" },
    Fault { name: "not a folder", commands: &["delete"], code: Code::NotADirectory, set_up: plain, spoil: |call| call["expected_files"] = json!(1), extension: "txt" },
    Fault { name: "folder into itself", commands: &["rename"], code: Code::FolderNotMovable, set_up: full_folder, spoil: |call| call["to"] = json!(format!("{}/y", call["path"].as_str().unwrap_or_default())), extension: "txt" },
    Fault { name: "folder too large", commands: NAMES, code: Code::FolderTooLarge, set_up: huge_folder, spoil: |_| {}, extension: "txt" },
    Fault { name: "too large", commands: ALL, code: Code::FileTooLarge, set_up: huge, spoil: |_| {}, extension: "txt" },
    Fault { name: "grows too large", commands: &["edit"], code: Code::FileTooLarge, set_up: half, spoil: |call| { call["old_text"] = json!("\0"); call["new_text"] = json!("abc"); call["expected_count"] = json!(MAX_FILE / 2); }, extension: "txt" },
    Fault { name: "read-only", commands: CONTENTS, code: Code::TargetReadOnly, set_up: read_only, spoil: |_| {}, extension: "txt" },
    Fault { name: "encoding", commands: CONTENTS, code: Code::EncodingCannotHold, set_up: narrow, spoil: |call| { let field = if call["command"] == "edit" { "new_text" } else { "content" }; call[field] = json!("\u{1F451}"); }, extension: "txt" },
    #[cfg(unix)]
    Fault { name: "link", commands: NAMES, code: Code::TargetIsLink, set_up: link, spoil: |_| {}, extension: "txt" },
    Fault { name: "syntax", commands: CONTENTS, code: Code::ScriptInvalid, set_up: plain, spoil: |call| { let field = if call["command"] == "edit" { "new_text" } else { "content" }; call[field] = json!("a = {"); }, extension: "gui" },
    // Each of these waits for as long as a call waits at all.
    #[cfg(unix)]
    Fault { name: "another process at work", commands: &["delete"], code: Code::TargetBusy, set_up: busy, spoil: |_| {}, extension: "txt" },
    // Elsewhere than on Windows no program can keep another from reading or moving a file by having it open, and the code is never given.
    #[cfg(windows)]
    Fault { name: "in use", commands: ALL, code: Code::FileInUse, set_up: in_use, spoil: |_| {}, extension: "txt" },
    Fault { name: "parent is a file", commands: &["rename"], code: Code::NotADirectory, set_up: plain, spoil: |call| call["to"] = json!(format!("{}/y.txt", call["path"].as_str().unwrap_or_default())), extension: "txt" },
];

fn plain(world: &World, disk: &str) {
    world.put(disk, "old\n");
}

fn folder(world: &World, disk: &str) {
    fs::create_dir(world.path(disk)).unwrap();
}

fn full_folder(world: &World, disk: &str) {
    world.put(&format!("{disk}/a.txt"), "a");
}

fn huge_folder(world: &World, disk: &str) {
    full_folder(world, disk);
    let huge = fs::File::create(world.path(disk).join("huge")).unwrap();
    huge.set_len(world_adapter::MAX_FOLDER_BYTES + 1).unwrap();
}

fn huge(world: &World, disk: &str) {
    fs::File::create(world.path(disk)).unwrap().set_len(MAX_FILE + 1).unwrap();
}

/// So many bytes of text that it takes one more each to be too large.
fn half(world: &World, disk: &str) {
    world.put(disk, [b"\xEF\xBB\xBF".to_vec(), vec![0; usize::try_from(MAX_FILE / 2).unwrap()]].concat());
}

fn read_only(world: &World, disk: &str) {
    plain(world, disk);
    let mut permissions = fs::metadata(world.path(disk)).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(world.path(disk), permissions).unwrap();
}

fn narrow(world: &World, disk: &str) {
    world.put(disk, b"old J\xF3zsef\n");
}

#[cfg(unix)]
fn link(world: &World, disk: &str) {
    let real = format!("{disk}.real");
    world.put(&real, "old\n");
    let name = std::path::Path::new(&real).file_name().unwrap();
    std::os::unix::fs::symlink(name, world.path(disk)).unwrap();
}

/// The directory is locked, and stays so.
#[cfg(unix)]
fn busy(world: &World, disk: &str) {
    plain(world, disk);
    let held = Box::leak(Box::new(fs::File::open(world.path(disk).parent().unwrap()).unwrap()));
    held.lock().unwrap();
}

/// The file is open for nobody else, and stays so.
#[cfg(windows)]
fn in_use(world: &World, disk: &str) {
    plain(world, disk);
    Box::leak(Box::new(crate::held::hold(world.path(disk), 0)));
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
                (fault.set_up)(&world, &format!("{}.{}", place.disk, fault.extension));
                let mut call = call(command, &format!("{}.{}", place.address, fault.extension));
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
            plain(&world, &format!("{}.txt", place.disk));
            let code = world.file(call(command, &format!("{}.txt", place.address))).code;
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

/// A place on another disk cannot be one of the rows above: what makes it one is what the new name is in.
#[cfg(target_os = "linux")]
#[test]
fn l61_that_a_new_name_lies_on_another_disk_is_told_after_the_verdict() {
    let covered: fn() -> World = || on_two_disks().with_contract("mod:B", &["mod:B"]);
    let covered_elsewhere: fn() -> World = || on_two_disks().with_contract("mod:A", &["mod:A"]);
    let rows: [DiskRow; 6] = [
        ("permitted", covered, "root:ck3raven_data/wip/a.txt", Code::OtherDisk),
        ("no contract", on_two_disks, "root:ck3raven_data/wip/a.txt", Code::ContractRequired),
        ("other contract", covered_elsewhere, "root:ck3raven_data/wip/a.txt", Code::OutsideContract),
        ("two contracts", on_two_disks, "mod:A/a.txt", Code::TwoContracts),
        ("from the game", covered, "root:game/common/a.txt", Code::WriteDenied),
        ("no rule", covered, "root:ck3raven_data/config/a.txt", Code::NoRule),
    ];
    for (name, world, from, expected) in rows {
        let world = world();
        for put in ["data/wip/a.txt", "docs/mod/A/a.txt", "game/common/a.txt", "data/config/a.txt"] {
            plain(&world, put);
        }
        let call = json!({ "command": "rename", "path": from, "to": "mod:B/b.txt" });
        assert_eq!(world.file(call).code, expected, "{name}");
        assert!(world.queue.pending().unwrap().is_empty() && world.undo.list().unwrap().is_empty(), "{name}");
    }
}

/// A mod is created by its name, and has no place or content to choose: these are its rows.
#[test]
fn l61_a_new_mod_is_judged_before_its_name_is_found_taken() {
    let contract_on = |name: &str| {
        let world = World::lens();
        let request = json!({ "intent": "test", "scope": format!("mod:{name}"), "operations": ["create_mod"] });
        assert_eq!(world.open_contract(&request).code, Code::ContractOpened);
        world
    };
    let create = |world: &World, name: &str, more: Value| {
        let mut call = json!({ "command": "create", "name": name });
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        world.call("ck3_mod", &call).code
    };
    let places: [ModPlaceRow<'_>; 6] = [
        ("dev", &World::dev, "New", Some(Code::WriteDenied)),
        ("a mod of the workshop", &World::lens, "Shop", Some(Code::WriteDenied)),
        ("no contract", &World::lens, "New", Some(Code::ContractRequired)),
        ("other contract", &|| contract_on("Other"), "New", Some(Code::OutsideContract)),
        ("contract to write", &contract_on_a, "New", Some(Code::OutsideContract)),
        ("contract", &|| contract_on("New"), "New", None),
    ];
    let faults: [(&str, &[&str]); 5] = [
        ("nothing", &[]),
        ("its folder is there", &["docs/mod/NAME/x.txt"]),
        ("a file has its folder's name", &["docs/mod/NAME"]),
        ("the launcher's file is there", &["docs/mod/NAME.mod"]),
        ("both are there", &["docs/mod/NAME/descriptor.mod", "docs/mod/NAME.mod"]),
    ];
    for (place, world, name, verdict) in places {
        for (fault, put) in faults {
            let world = world();
            for put in put {
                world.put(&put.replace("NAME", &name.to_lowercase()), "somebody's");
            }
            let what = format!("{place}, {fault}");
            // Arguments come first, whoever asks for whatever.
            assert_eq!(create(&world, "../x", json!({})), Code::BadArguments, "{what}");
            assert_eq!(create(&world, name, json!({ "path": "x" })), Code::BadArguments, "{what}");
            let possible = if put.is_empty() { Code::ModCreated } else { Code::TargetExists };
            assert_eq!(create(&world, name, json!({})), verdict.unwrap_or(possible), "{what}");
            assert!(world.queue.pending().unwrap().is_empty(), "it takes no person: {what}");
            let is_made = verdict.is_none() && put.is_empty();
            assert_eq!(world.undo.list().unwrap().len(), usize::from(is_made), "{what}");
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
