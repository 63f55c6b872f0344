//! Roots: opened once, reported when they cannot be, noticed when they are replaced.

use replies::Code;
use std::time::Duration;

use world_adapter::{Config, RootKey, RootState};

use crate::support::{World, code, problem};

#[test]
fn a_root_that_is_missing_is_reported_with_its_key_and_the_others_work() {
    let disk = tempfile::tempdir().unwrap();
    std::fs::create_dir(disk.path().join("game")).unwrap();
    std::fs::write(disk.path().join("file"), "x").unwrap();
    let config = Config::new()
        .root(RootKey::Game, disk.path().join("game"))
        .root(RootKey::Repo, disk.path().join("gone"))
        .root(RootKey::Vscode, disk.path().join("file"))
        .root(RootKey::UserDocs, "relative/path")
        .root(RootKey::Steam, r"\\server\share");
    let world = World::open(disk, config);
    for (key, state) in [
        (RootKey::Game, RootState::Ready),
        (RootKey::Repo, RootState::Missing),
        (RootKey::Vscode, RootState::NotADirectory),
        (RootKey::UserDocs, RootState::RelativePath),
        (RootKey::Steam, RootState::NetworkPath),
        (RootKey::Ck3ravenData, RootState::NotConfigured),
    ] {
        assert_eq!(world.report.state(key), state, "{key}");
    }
    assert_eq!(code(&world.resolve("root:game")), Code::AddressResolved);
    assert_eq!(problem(&world.resolve("root:repo")), "not_found");
    assert!(!format!("{:?}", world.report).contains(world.host().to_str().unwrap()));
}

#[test]
fn a_root_inside_another_is_reported() {
    let disk = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(disk.path().join("repo/data")).unwrap();
    let config = Config::new()
        .root(RootKey::Repo, disk.path().join("repo"))
        .root(RootKey::Ck3ravenData, disk.path().join("repo/data"));
    let world = World::open(disk, config);
    let data = world.report.roots.iter().find(|root| root.key == RootKey::Ck3ravenData).unwrap();
    assert_eq!(data.inside, Some(RootKey::Repo));
}

#[test]
fn a_root_that_is_replaced_is_noticed_and_nothing_of_the_new_one_is_returned() {
    let world = World::new().file("game/old.txt", "x");
    assert_eq!(code(&world.resolve("root:game/old.txt")), Code::AddressResolved);
    std::fs::rename(world.path("game"), world.path("game.old")).unwrap();
    world.put("game/new.txt", "x");
    assert_eq!(world.adapter.roots().state(RootKey::Game), RootState::Replaced);
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(problem(&world.resolve("root:game/old.txt")), "not_found");
    assert_eq!(problem(&world.resolve("root:game/new.txt")), "not_found");
    assert_eq!(problem(&world.resolve("root:game")), "not_found");
    assert_eq!(code(&world.resolve("root:repo")), Code::AddressResolved);
}

#[test]
fn configuration_shows_no_path() {
    let config = Config::new().root(RootKey::Game, "/very/secret");
    assert_eq!(format!("{config:?}"), "Config([Game])");
}
