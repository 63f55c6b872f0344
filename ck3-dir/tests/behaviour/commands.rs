//! `ck3_dir`, law by law.

use replies::Code;
use std::fs;

use serde_json::json;
use world_adapter::{Mode, SessionAuthority};

use crate::world::World;

#[test]
fn l70_pwd_is_the_default_and_a_tree_has_three_levels() {
    let world = World::lens();
    world.put("game/1/2/3/4/deep.txt", "");
    assert_eq!(world.dir(json!({})).data, world.dir(json!({ "command": "pwd" })).data);
    let tree = world.dir(json!({ "command": "tree", "path": "root:game/1" }));
    assert_eq!(tree.data["depth"], 3);
    assert_eq!(tree.list("directories"), ["root:game/1/2", "root:game/1/2/3", "root:game/1/2/3/4"]);
    let shallow = world.dir(json!({ "command": "tree", "path": "root:game/1", "depth": 1 }));
    assert_eq!(shallow.list("directories"), ["root:game/1/2"]);
}

#[test]
fn l71_pwd_touches_neither_disk_nor_adapter() {
    let world = World::lens();
    let left = world.adapter.references_left();
    fs::remove_dir_all(world.path("")).unwrap();
    world.set_mode(None);
    assert_eq!(world.dir(json!({})).string("home"), "root:ck3raven_data");
    assert_eq!(world.adapter.references_left(), left);
}

#[test]
fn l72_cd_takes_a_bare_root_and_anything_else_leaves_the_home_and_names_the_possible_ones() {
    let world = World::lens();
    assert_eq!(world.dir(json!({ "command": "cd", "path": "root:game" })).string("home"), "root:game");
    let host = world.path("game").into_os_string().into_string().unwrap();
    let too_long = "x".repeat(4_000);
    for path in ["root:game/common", "mod:A", "root:repo", "root:steam", "root:nowhere", "..", "", &host, &too_long] {
        let answer = world.dir(json!({ "command": "cd", "path": path }));
        assert_eq!(answer.code, Code::NotAHome, "{path}");
        assert_eq!(answer.list("possible"), ["root:game", "root:ck3raven_data", "root:vscode"]);
        let envelope = answer.envelope.to_string();
        assert!(!envelope.contains(&host) && envelope.len() < 1_000, "{envelope}");
        assert_eq!(world.dir(json!({})).string("home"), "root:game");
    }
}

#[test]
fn l72_a_root_that_is_not_there_any_more_cannot_be_the_home() {
    let world = World::lens();
    fs::rename(world.path("vscode"), world.path("elsewhere")).unwrap();
    // A root is looked at once a second.
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    let answer = world.dir(json!({ "command": "cd", "path": "root:vscode" }));
    assert_eq!(answer.code, Code::NotAHome);
    assert_eq!(answer.list("possible"), ["root:game", "root:ck3raven_data"]);
}

#[test]
fn l72_the_home_is_the_sessions_own() {
    let world = World::lens();
    let other = world
        .adapter
        .add_session(
            &SessionAuthority::of(&tests_started::program().wa),
            (*world.adapter.session(world.session)).clone(),
        )
        .unwrap();
    world.dir_in(other, json!({ "command": "cd", "path": "root:game" }));
    assert_eq!(world.dir_in(other, json!({})).string("home"), "root:game");
    assert_eq!(world.dir(json!({})).string("home"), "root:ck3raven_data");
    assert_eq!(world.dir_in(other, json!({ "command": "list" })).string("target"), "root:game");
}

#[test]
fn l101_keeping_homes_does_not_count_as_use_of_their_sessions() {
    let world = World::lens();
    let right = SessionAuthority::of(&tests_started::program().wa);
    let add = || world.adapter.add_session(&right, (*world.adapter.session(world.session)).clone()).unwrap();
    let go_home = |session| world.dir_in(session, json!({ "command": "cd", "path": "root:game" }));
    let least_recent = add();
    go_home(least_recent);
    std::thread::sleep(std::time::Duration::from_millis(20));
    // With the default one that is as many sessions, and homes, as are kept.
    for _ in 0..998 {
        go_home(add());
    }
    go_home(world.session);
    assert!(world.adapter.has_session(least_recent));
    std::thread::sleep(std::time::Duration::from_millis(20));
    // The homes of ended sessions would be removed now.
    go_home(world.session);
    add();
    assert!(!world.adapter.has_session(least_recent), "the session that was unused for the longest time makes room");
}

#[test]
fn l72_a_home_that_the_mode_no_longer_shows_is_not_found() {
    let world = World::dev();
    world.dir(json!({ "command": "cd", "path": "root:repo" }));
    assert_eq!(world.dir(json!({ "command": "list" })).code, Code::DirectoryListed);
    world.set_mode(Some(Mode::Ck3lens));
    assert_eq!(world.dir(json!({ "command": "list" })).code, Code::PathNotFound);
}

#[test]
fn l73_list_gives_the_children_and_tree_the_directories() {
    let world = World::lens();
    let list = world.dir(json!({ "command": "list", "path": "root:game/common" }));
    assert_eq!(list.list("directories"), ["root:game/common/traits"]);
    assert_eq!(list.list("files"), ["root:game/common/00_defines.txt"]);
    assert_eq!(
        (&list.data["total"], &list.data["truncated"], &list.data["after"]),
        (&json!(2), &json!(false), &json!(null))
    );
    let tree = world.dir(json!({ "command": "tree", "path": "root:game" }));
    assert_eq!(tree.list("directories"), ["root:game/common", "root:game/common/traits"]);
    let home = world.dir(json!({ "command": "list" }));
    assert_eq!(home.list("directories"), ["root:ck3raven_data/config", "root:ck3raven_data/wip"]);
}

#[test]
fn l74_an_entry_is_an_address_in_the_namespace_that_was_asked_for() {
    let world = World::dev();
    world.put("docs/mod/A/events/x.txt", "");
    for place in ["mod:A", "root:user_docs/mod/A"] {
        let list = world.dir(json!({ "command": "list", "path": place }));
        assert_eq!(list.list("files"), [format!("{place}/a.txt")]);
        let tree = world.dir(json!({ "command": "tree", "path": place }));
        assert_eq!(tree.list("directories"), [format!("{place}/events")]);
        // Each of them can be given back as it is.
        assert_eq!(
            world.dir(json!({ "command": "list", "path": format!("{place}/events") })).code,
            Code::DirectoryListed
        );
    }
}

#[cfg(unix)]
#[test]
fn l75_what_is_not_a_directory_is_reported_by_its_kind() {
    let world = World::lens();
    world.put("data/b.txt", "");
    std::os::unix::fs::symlink("b.txt", world.path("data/link")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(world.path("data/socket")).unwrap();
    for (name, kind) in [("b.txt", "file"), ("link", "file"), ("socket", "socket")] {
        for command in ["list", "tree"] {
            let answer = world.dir(json!({ "command": command, "path": format!("root:ck3raven_data/{name}") }));
            assert_eq!((answer.code, answer.string("kind").as_str()), (Code::NotADirectory, kind), "{name}");
        }
    }
    let list = world.dir(json!({ "command": "list" }));
    let others: Vec<_> = list.data["others"].as_array().unwrap().iter().map(|other| other["kind"].clone()).collect();
    assert_eq!(others, ["link", "socket"]);
}

#[test]
fn l70_numbers_out_of_range_are_refused_with_the_range() {
    let world = World::lens();
    for (call, expected) in [
        (json!({ "command": "list", "limit": 0 }), "a whole number from 1 to 10000"),
        (json!({ "command": "tree", "depth": 4_000_000 }), "a whole number from 1 to 20"),
        (json!({ "command": "tree", "depth": -1 }), "a whole number from 1 to 20"),
        (json!({ "command": "tree", "depth": u64::MAX }), "a whole number from 1 to 20"),
    ] {
        let answer = world.dir(call);
        assert_eq!((answer.code, &answer.data["problems"][0]["expected"]), (Code::BadArguments, &json!(expected)));
    }
}

#[test]
fn many_sessions_may_come_and_go() {
    let world = World::lens();
    let like = (*world.adapter.session(world.session)).clone();
    for _ in 0..1_200 {
        let passing =
            world.adapter.add_session(&SessionAuthority::of(&tests_started::program().wa), like.clone()).unwrap();
        world.dir_in(passing, json!({ "command": "cd", "path": "root:game" }));
        world.adapter.close_session(passing);
    }
    let staying = world.adapter.add_session(&SessionAuthority::of(&tests_started::program().wa), like).unwrap();
    world.dir_in(staying, json!({ "command": "cd", "path": "root:vscode" }));
    assert_eq!(world.dir_in(staying, json!({})).string("home"), "root:vscode");
}

#[test]
fn a_list_has_size_and_time_of_each_file_on_request() {
    let world = World::lens();
    world.put("game/many/a.txt", "12345").put("game/many/b.txt", "");
    let list = |more: serde_json::Value| {
        let mut call = json!({ "command": "list", "path": "root:game/many" });
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        world.dir(call).data["details"].clone()
    };
    assert_eq!(list(json!({})), json!([]));
    let details = list(json!({ "details": true }));
    assert_eq!((&details[0]["size"], &details[1]["size"]), (&json!(5), &json!(0)));
    assert!(details[0]["modified"].as_u64().unwrap() > 1_600_000_000);
}
