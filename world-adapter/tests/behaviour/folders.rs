//! Folders that are not to be taken away as a whole, and those who are at work in one.

use replies::Code;
use serde_json::Value;
use world_adapter::{Config, Delete, DeleteFolder, Existence, Mode, RootKey, SessionConfig};

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
fn l38_a_folder_that_holds_something_hidden_answers_as_one_with_something_that_is_no_file() {
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
