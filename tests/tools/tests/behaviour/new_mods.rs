//! Making a mod: governed, all or nothing, undone as one change (L104).

use replies::Code;
use std::fs;

use enforcement::UndoRecorder as _;
use serde_json::{Value, json};
use world_adapter::{Mode, SessionAuthority, SessionConfig};

use crate::answer::Answer;
use crate::world::World;

fn create(world: &World, name: &str) -> Answer {
    world.call("ck3_mod", &json!({ "command": "create", "name": name }))
}

fn contract(scope: &str, operations: &[&str]) -> Value {
    json!({ "intent": "a new mod", "scope": scope, "operations": operations })
}

fn with_contract(name: &str) -> World {
    let world = World::lens();
    let opened = world.open_contract(&contract(&format!("mod:{name}"), &["create_mod", "write"]));
    assert_eq!(opened.code, Code::ContractOpened, "{opened:?}");
    world
}

fn undo(world: &World, trace_id: &str) -> Code {
    world.undo(trace_id).unwrap().envelope.code().try_into().unwrap()
}

#[test]
fn l105_a_denial_names_the_contract_that_covers_a_new_mod() {
    let world = World::lens();
    let denied = create(&world, "New Mod");
    assert_eq!(denied.code, Code::ContractRequired);
    assert_eq!((denied.string("scope").as_str(), denied.string("operation").as_str()), ("mod:New Mod", "create_mod"));
    for operations in [&["write"][..], &["write", "delete", "rename"]] {
        let refused = world.open_contract(&contract("mod:New Mod", operations));
        assert_eq!(refused.code, Code::ContractInvalid, "only a contract to create names what is not there");
    }
    assert_eq!(world.open_contract(&contract("mod:New Mod", &["create_mod"])).code, Code::ContractOpened);
    assert_eq!(create(&world, "New Mod").code, Code::ModCreated);
    assert_eq!(create(&world, "New Mod 2").code, Code::OutsideContract);
}

#[test]
fn l104_only_creation_writes_a_descriptor_and_it_says_where_the_mod_lies_itself() {
    let world = with_contract("New Mod");
    assert_eq!(create(&world, "New Mod").code, Code::ModCreated);
    assert!(world.text("docs/mod/new_mod.mod").unwrap().ends_with("path=\"mod/new_mod\"\n"));
    assert_eq!(world.names("docs/mod/new_mod"), ["descriptor.mod"]);
    for name in ["x\" path=\"..", "../A", "A/B", "x\npath=\"/\"", "a.mod", "", "..", "con\u{202e}"] {
        assert_eq!(create(&world, name).code, Code::BadArguments, "{name:?}");
    }
    let mut call = json!({ "command": "create", "name": "New Mod", "version": "1\" path=\"/" });
    for (refused, expected) in [
        (create(&world, "a.mod"), "a name of at most 100 bytes"),
        (world.call("ck3_mod", &call), "a text of 1 to 60 bytes without quotation marks"),
    ] {
        let problem = &refused.data["problems"][0];
        assert_eq!(refused.code, Code::BadArguments);
        assert!(problem["expected"].as_str().unwrap().starts_with(expected), "{problem}");
    }
    call["path"] = json!("elsewhere");
    assert_eq!(world.call("ck3_mod", &call).code, Code::BadArguments);
    assert_eq!(world.names("docs/mod"), ["A", "B", "new_mod", "new_mod.mod"]);
}

#[test]
fn a_descriptor_says_what_was_given_and_no_more() {
    for (more, descriptor) in [
        (json!({}), "version=\"1.0\"\nname=\"New Mod\"\n"),
        (
            json!({ "version": "2.1", "supported_version": "1.13.*", "tags": ["Fixes", "Map"] }),
            "version=\"2.1\"\ntags={\n\t\"Fixes\"\n\t\"Map\"\n}\nname=\"New Mod\"\nsupported_version=\"1.13.*\"\n",
        ),
    ] {
        let world = with_contract("New Mod");
        let mut call = more;
        (call["command"], call["name"]) = (json!("create"), json!("New Mod"));
        assert_eq!(world.call("ck3_mod", &call).code, Code::ModCreated);
        assert_eq!(world.text("docs/mod/new_mod/descriptor.mod").as_deref(), Some(descriptor));
        let launcher_file = format!("{descriptor}path=\"mod/new_mod\"\n");
        assert_eq!(world.text("docs/mod/new_mod.mod"), Some(launcher_file));
    }
}

#[test]
fn a_name_that_is_taken_is_reported_and_nothing_is_overwritten() {
    for (name, put) in [
        ("New Mod", "docs/mod/new_mod/x.txt"),
        ("New Mod", "docs/mod/new_mod.mod"),
        ("New Mod", "docs/mod/new_mod"),
        ("New Mod", "docs/mod/new_mod/descriptor.mod"),
        ("A", "docs/mod/x"),
    ] {
        let world = with_contract(name);
        world.put(put, "somebody's");
        assert_eq!(create(&world, name).code, Code::TargetExists, "{name} {put}");
        assert_eq!(world.text(put).as_deref(), Some("somebody's"));
    }
    let world = with_contract("New Mod");
    assert_eq!(
        (create(&world, "New Mod").code, create(&world, "New Mod").code),
        (Code::ModCreated, Code::TargetExists)
    );
}

#[test]
fn a_folder_that_another_disk_would_take_for_the_new_one_is_reported_before_anything_is_made() {
    for put in
        ["docs/mod/New_Mod/x.txt", "docs/mod/NEW_MOD.mod", "docs/mod/new_mod.MOD", "docs/mod/new_\u{212a}nights/x.txt"]
    {
        let name = if put.contains('\u{212a}') { "New Knights" } else { "New Mod" };
        let world = with_contract(name);
        world.put(put, "somebody's");
        let before = world.names("docs/mod");
        let taken = create(&world, name);
        assert_eq!((taken.code, taken.string("target")), (Code::TargetExists, format!("mod:{name}")), "{put}");
        assert_eq!(world.names("docs/mod"), before);
    }
    // A mod of the session is named, whatever its folder is called.
    let world = with_contract("a");
    let taken = create(&world, "a");
    assert_eq!((taken.code, taken.string("target").as_str()), (Code::TargetExists, "mod:A"));
}

#[test]
fn a_mod_may_have_the_name_of_a_device_and_its_folder_has_another() {
    for (name, folder) in [("CON", "mod_con"), ("nul", "mod_nul"), ("LPT1", "mod_lpt1")] {
        let world = with_contract(name);
        assert_eq!(create(&world, name).code, Code::ModCreated, "{name}");
        assert_eq!(
            world.names("docs/mod"),
            ["A".to_owned(), "B".to_owned(), folder.to_owned(), format!("{folder}.mod")]
        );
    }
}

#[test]
fn l61_that_a_name_is_taken_is_reported_after_the_verdict() {
    let dev = || World::builder().mode(Some(Mode::Ck3ravenDev)).build();
    for (world, taken, free) in [
        (dev(), Code::WriteDenied, Code::WriteDenied),
        (World::lens(), Code::ContractRequired, Code::ContractRequired),
        (with_contract("Other"), Code::OutsideContract, Code::OutsideContract),
        (with_contract("A"), Code::TargetExists, Code::OutsideContract),
    ] {
        // In its folder there is something that no session sees.
        world.put("docs/mod/hidden.mod", "somebody's");
        let codes = ["A", "Free", "Hidden"].map(|name| create(&world, name).code);
        assert_eq!(codes, [taken, free, free]);
        assert_eq!(world.names("docs/mod"), ["A", "B", "hidden.mod"]);
    }
    assert_eq!(create(&World::lens(), "Shop").code, Code::WriteDenied, "the address is that of a mod of the workshop");
    let world = with_contract("Hidden");
    world.put("docs/mod/hidden.mod", "somebody's");
    assert_eq!(create(&world, "Hidden").code, Code::TargetExists, "the permitted call is told");
}

#[test]
fn l64_creation_is_governed_like_a_write_to_a_local_mod() {
    let world = World::builder().mode(Some(Mode::Ck3ravenDev)).build();
    assert_eq!(create(&world, "New Mod").code, Code::WriteDenied);
    assert_eq!(create(&World::without_mode(), "New Mod").code, Code::ModeNotInitialised);
    assert_eq!(world.names("docs/mod"), ["A", "B"]);
}

#[test]
fn a_creation_is_undone_as_one_change_and_not_if_something_was_done_since() {
    let world = with_contract("New Mod");
    let created = create(&world, "New Mod");
    world.put("docs/mod/new_mod/later.txt", "later");
    assert_eq!(undo(&world, &created.trace_id), Code::UndoWouldLoseWork);
    assert!(world.path("docs/mod/new_mod.mod").exists());
    fs::remove_file(world.path("docs/mod/new_mod/later.txt")).unwrap();
    assert_eq!(undo(&world, &created.trace_id), Code::FileDeleted);
    assert_eq!(world.names("docs/mod"), ["A", "B"]);
    assert_eq!(create(&world, "New Mod").code, Code::ModCreated, "and again");
}

#[test]
fn l69_what_a_program_left_that_was_killed_in_between_is_finished_by_the_next_call() {
    let world = with_contract("New Mod");
    let created = create(&world, "New Mod");
    // As if it had been killed between its two steps.
    fs::remove_file(world.path("docs/mod/new_mod.mod")).unwrap();
    fs::remove_dir_all(world.folder.path().join("undo")).unwrap();
    let again = create(&world, "New Mod");
    assert_eq!((created.code, again.code), (Code::ModCreated, Code::ModCreated));
    assert_eq!(undo(&world, &again.trace_id), Code::FileDeleted);
    assert_eq!(world.names("docs/mod"), ["A", "B"]);
}

#[test]
fn l102_of_two_who_make_one_mod_exactly_one_does() {
    let world = with_contract("New Mod");
    let codes: Vec<Code> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| create(&world, "New Mod").code)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(codes.iter().filter(|code| **code == Code::ModCreated).count(), 1, "{codes:?}");
    assert_eq!(world.names("docs/mod"), ["A", "B", "new_mod", "new_mod.mod"]);
}

#[test]
fn the_name_of_a_mod_is_taken_whether_it_is_addressed_by_it_or_by_an_alias() {
    let world = World::lens();
    let twice = SessionConfig::new()
        .mode(Mode::Ck3lens)
        .with_mod("Twice", world.path("docs/mod/A"))
        .with_mod("Twice", world.path("docs/mod/B"))
        .local_mods_folder(world.path("docs/mod"));
    let right = SessionAuthority::of(&tests_started::program().wa);
    let (session, _) = world.adapter.load_session(&right, twice);
    world.adapter.replace_session(&right, world.session, |_| session.clone()).unwrap();
    assert_eq!(create(&world, "Thrice").code, Code::ContractRequired);
    for taken in ["Twice", "Twice (A)"] {
        let denied = create(&world, taken);
        let (scope, operation) = (denied.string("scope"), denied.string("operation"));
        let opened = world.open_contract(&contract(&scope, &[operation.as_str()]));
        assert_eq!(opened.code, Code::ContractOpened, "{taken}: {opened:?}");
        assert_eq!(create(&world, taken).code, Code::TargetExists, "{taken}");
        assert_eq!(world.call("ck3_contract", &json!({ "command": "close" })).code, Code::ContractClosed);
    }
}

#[test]
fn of_a_creation_whose_folder_is_gone_nothing_is_undone() {
    let world = with_contract("New Mod");
    let created = create(&world, "New Mod");
    fs::remove_dir_all(world.path("docs/mod/new_mod")).unwrap();
    assert_eq!(undo(&world, &created.trace_id), Code::UndoWouldLoseWork);
    assert!(world.path("docs/mod/new_mod.mod").exists());
}

#[test]
fn an_undo_of_a_creation_that_was_killed_at_any_moment_is_finished_by_the_next() {
    // What is gone by then: the launcher's file goes first. And whether the undo was marked.
    let cases: [(&[&str], bool); 3] = [(&["new_mod.mod"], false), (&["new_mod.mod", "new_mod"], false), (&[], true)];
    for (gone, is_marked) in cases {
        let world = with_contract("New Mod");
        let created = create(&world, "New Mod");
        if is_marked {
            assert_eq!(undo(&world, &created.trace_id), Code::FileDeleted);
            crate::undo::unmark(&world, &created);
        }
        for name in gone {
            let path = world.path("docs/mod").join(name);
            if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
        }
        assert_eq!(undo(&world, &created.trace_id), Code::FileDeleted, "{gone:?}");
        assert_eq!(world.names("docs/mod"), ["A", "B"], "{gone:?}");
        assert!(world.undo.load(&created.trace_id).unwrap().0.undone, "{gone:?}");
    }
}

#[test]
fn what_is_not_as_creation_left_it_does_not_go_with_an_undo_that_was_killed() {
    let world = with_contract("New Mod");
    let created = create(&world, "New Mod");
    fs::remove_file(world.path("docs/mod/new_mod.mod")).unwrap();
    world.put("docs/mod/new_mod/descriptor.mod", "name=\"Another\"\n");
    assert_eq!(undo(&world, &created.trace_id), Code::UndoWouldLoseWork);
    assert_eq!(world.names("docs/mod"), ["A", "B", "new_mod"]);
}

#[test]
fn what_another_mod_left_in_its_folder_is_not_taken_for_what_a_killed_program_left() {
    let world = with_contract("New Mod");
    world.put("docs/mod/new_mod/descriptor.mod", "version=\"1.0\"\nname=\"New Mod!\"\n");
    assert_eq!(create(&world, "New Mod").code, Code::TargetExists);
    assert_eq!(world.names("docs/mod"), ["A", "B", "new_mod"]);
}
