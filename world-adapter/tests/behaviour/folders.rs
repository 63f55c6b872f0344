//! Folders that are not to be taken away as a whole, and those who are at work in one.

use replies::Code;
use serde_json::Value;
use world_adapter::{Config, Delete, DeleteFolder, Existence, MAX_FOLDER_ENTRIES, Mode, RootKey, SessionConfig};

use crate::change::conclude;
use crate::support::{World, code};

fn delete(world: &World, input: &str) -> Value {
    let permit = world.authority.authorize(world.target(input, Existence::Required), Delete);
    world.call(|rb| conclude(world, world.adapter.prepare_delete(rb, permit).and_then(|(rb, ready)| ready.commit(rb))))
}

fn delete_folder(world: &World, input: &str, files: u64) -> Value {
    let permit = world.authority.authorize(world.target(input, Existence::Required), DeleteFolder::holding(files));
    world.call(|rb| {
        conclude(world, world.adapter.prepare_delete_folder(rb, permit).and_then(|(rb, ready)| ready.commit(rb)))
    })
}

/// A modder's world whose `wip/x` holds the source of ck3raven, which a modder does not see.
fn with_hidden_root() -> World {
    let disk = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(disk.path().join("data/wip/x/y/repo/src")).unwrap();
    let config = Config::new()
        .root(RootKey::Ck3ravenData, disk.path().join("data"))
        .root(RootKey::Repo, disk.path().join("data/wip/x/y/repo"));
    let world = World::open(disk, config);
    world.use_session(SessionConfig::new().mode(Mode::Ck3lens));
    world
}

#[cfg(unix)]
#[test]
fn l38_a_folder_that_holds_something_hidden_answers_as_one_with_something_that_is_not_a_file() {
    let hidden = with_hidden_root();
    let disk = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(disk.path().join("data/wip/x/y")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(disk.path().join("data/wip/x/y/socket")).unwrap();
    let config = Config::new().root(RootKey::Ck3ravenData, disk.path().join("data"));
    let plain = World::open(disk, config);
    plain.use_session(SessionConfig::new().mode(Mode::Ck3lens));
    let answers = [&hidden, &plain].map(|world| {
        ["root:ck3raven_data/wip/x", "root:ck3raven_data/wip/x/y", "root:ck3raven_data/wip"].map(|input| {
            let mut answers = [delete(world, input), delete_folder(world, input, 1)];
            for answer in &mut answers {
                answer["meta"] = Value::Null;
            }
            assert!(answers.iter().all(|answer| code(answer) == Code::FolderNotMovable), "{answers:?}");
            answers
        })
    });
    assert_eq!(answers[0], answers[1]);
    assert!(hidden.path("data/wip/x/y/repo/src").exists());
}

#[test]
fn a_root_itself_and_a_folder_with_a_visible_root_stay() {
    let hidden = with_hidden_root();
    hidden.use_session(SessionConfig::new().mode(Mode::Ck3ravenDev));
    for input in ["root:repo", "root:ck3raven_data", "root:ck3raven_data/wip/x", "root:ck3raven_data/wip/x/y/repo"] {
        assert_eq!(code(&delete_folder(&hidden, input, 0)), Code::FolderNotMovable, "{input}");
    }
    assert_eq!(code(&delete(&hidden, "root:repo/src")), Code::FileWritten, "a folder in it is one like any other");
}

#[cfg(unix)]
#[test]
fn l102_a_folder_is_not_taken_from_one_who_is_at_work_in_it() {
    let world = World::new().file("ck3raven_data/wip/x/deep/a.txt", "a");
    let writer = std::fs::File::open(world.path("ck3raven_data/wip/x/deep")).unwrap();
    writer.lock().unwrap();
    assert_eq!(code(&delete_folder(&world, "root:ck3raven_data/wip/x", 1)), Code::TargetBusy);
    assert_eq!(std::fs::read_to_string(world.path("ck3raven_data/wip/x/deep/a.txt")).unwrap(), "a", "it is back");
    drop(writer);
    assert_eq!(code(&delete_folder(&world, "root:ck3raven_data/wip/x", 1)), Code::FileWritten);
}

#[cfg(unix)]
#[test]
fn a_name_that_no_address_can_hold_goes_with_its_folder_and_one_that_is_not_text_keeps_it() {
    use std::os::unix::ffi::OsStrExt as _;
    let world = World::new().file("ck3raven_data/wip/x/con", "device").file("ck3raven_data/wip/x/a:b", "stream");
    let strange = world.path("ck3raven_data/wip/x").join(std::ffi::OsStr::from_bytes(b"\xff.txt"));
    std::fs::write(&strange, "x").unwrap();
    assert_eq!(code(&delete_folder(&world, "root:ck3raven_data/wip/x", 3)), Code::FolderNotMovable);
    std::fs::remove_file(strange).unwrap();
    assert_eq!(code(&delete_folder(&world, "root:ck3raven_data/wip/x", 2)), Code::FileWritten);
    assert!(!world.path("ck3raven_data/wip/x").exists());
}

#[test]
fn a_folder_that_changes_while_it_is_kept_for_an_undo_is_not_deleted() {
    let world = World::new().file("ck3raven_data/wip/x/a.txt", "a");
    let file = world.path("ck3raven_data/wip/x/a.txt");
    for (meanwhile, expected) in [("changed", Code::TargetBusy), ("a", Code::FileWritten)] {
        let target = world.target("root:ck3raven_data/wip/x", Existence::Required);
        let permit = world.authority.authorize(target, DeleteFolder::holding(1));
        let answer = world.call(|rb| {
            let outcome = world.adapter.prepare_delete_folder(rb, permit).and_then(|(rb, ready)| {
                std::fs::write(&file, meanwhile).unwrap();
                ready.keep_folder(&mut Vec::new()).unwrap();
                // It is as it was, and what is kept is not that.
                std::fs::write(&file, "a").unwrap();
                ready.commit(rb)
            });
            conclude(&world, outcome)
        });
        assert_eq!(code(&answer), expected, "{meanwhile}");
    }
}

#[test]
fn l51_no_name_in_a_hidden_folder_decides_about_the_folder_around_it() {
    let world = with_hidden_root();
    std::fs::write(world.path("data/wip/x/y/repo/src/x.mod"), "x").unwrap();
    let holds = |mode| {
        world.use_session(SessionConfig::new().mode(mode));
        let target = world.target("root:ck3raven_data/wip/x", Existence::Required);
        world.adapter.holds_name(&world.enforcement, &target, |name| name == "x.mod")
    };
    assert!(holds(Mode::Ck3ravenDev) && !holds(Mode::Ck3lens));
    std::fs::write(world.path("data/wip/x/y/x.mod"), "x").unwrap();
    assert!(holds(Mode::Ck3lens));
}

#[test]
fn l100_no_more_names_of_a_folder_are_looked_at_than_can_be_changed_at_once() {
    let world = World::new().file("ck3raven_data/wip/x/deep/x.mod", "x");
    let holds = || {
        let target = world.target("root:ck3raven_data/wip/x", Existence::Required);
        world.adapter.holds_name(&world.enforcement, &target, |name| name == "x.mod")
    };
    assert!(holds());
    for number in 0..MAX_FOLDER_ENTRIES {
        std::fs::write(world.path(&format!("ck3raven_data/wip/x/{number}")), "").unwrap();
    }
    assert!(!holds(), "such a folder is too large to be changed at all");
}
