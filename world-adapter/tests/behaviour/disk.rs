//! A hostile disk: links of every kind, pipes, sockets, devices, unreadable folders, names without a spelling.
#![cfg(target_os = "linux")]

use replies::Code;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FileType, Mode as FileMode, mkfifoat, mknodat};
use serde_json::json;
use world_adapter::{Existence, Page, Part};

use crate::list_and_tree::{list, tree};
use crate::read::read;
use crate::support::{World, code, problem};

const OUTSIDE: &str = "OUTSIDE BYTES";

fn links() -> World {
    World::new()
        .file("outside/secret.txt", OUTSIDE)
        .file("game/real/inside.txt", "INSIDE")
        .link("game/in_relative", "real")
        .link("game/in_file", "real/inside.txt")
        .link("game/in_absolute", "@game/real")
        .link("game/out_relative", "../outside")
        .link("game/out_absolute", "@outside")
        .link("game/out_file", "../outside/secret.txt")
        .link("game/out_and_in", "../game/real")
        .link("game/up", "..")
        .link("game/here", ".")
        .link("game/loop_a", "loop_b")
        .link("game/loop_b", "loop_a")
        .link("game/dangling", "nowhere")
        .link("game/real/up_and_down", "../real/inside.txt")
        .link("game/proc", "/proc/self/root")
}

#[test]
fn l36_links_resolve_inside_their_root_and_nowhere_else() {
    let world = links();
    for (input, inside) in [
        ("root:game/in_relative", true),
        ("root:game/in_relative/inside.txt", true),
        ("root:game/in_file", true),
        ("root:game/here", true),
        ("root:game/here/here/real", true),
        ("root:game/real/up_and_down", true),
        // An absolute link is refused even where it leads inside: it would mean another place on another machine.
        ("root:game/in_absolute", false),
        ("root:game/in_absolute/inside.txt", false),
        ("root:game/out_relative", false),
        ("root:game/out_relative/secret.txt", false),
        ("root:game/out_absolute/secret.txt", false),
        ("root:game/out_file", false),
        ("root:game/out_and_in/inside.txt", false),
        ("root:game/up", false),
        ("root:game/up/outside/secret.txt", false),
        ("root:game/loop_a", false),
        ("root:game/loop_a/x", false),
        ("root:game/dangling", false),
        ("root:game/dangling/x", false),
        ("root:game/proc/etc/passwd", false),
    ] {
        for existence in [Existence::Required, Existence::Optional] {
            let answer = world.resolve_as(input, existence);
            if inside {
                assert_eq!(code(&answer), Code::AddressResolved, "{input} {existence:?}");
            } else {
                assert_eq!(problem(&answer), "not_found", "{input} {existence:?}");
            }
        }
    }
    assert_eq!(read(&world, "root:game/in_file", Part::Whole, 100)["data"]["content"], "INSIDE");
}

#[test]
fn links_are_listed_as_what_they_are_and_never_followed() {
    let world = links();
    let answer = list(&world, "root:game", &Page::default());
    assert_eq!(answer["data"]["directories"], json!(["root:game/real"]));
    let others = answer["data"]["others"].as_array().unwrap();
    assert_eq!(others.len(), 13, "{answer}");
    assert!(others.iter().all(|entry| entry["kind"] == "link"));
    let answer = tree(&world, "root:game", 20, &Page::default());
    assert_eq!(answer["data"]["directories"], json!(["root:game/real"]), "two links to `.` and `..` end nowhere");
}

#[test]
fn pipes_sockets_and_devices_are_reported_by_kind_and_never_block() {
    let world = World::new();
    mkfifoat(CWD, world.path("game/pipe"), FileMode::RWXU).unwrap();
    let _listening = std::os::unix::net::UnixListener::bind(world.path("game/socket")).unwrap();
    // Only root can make a device; everyone else still sees the other two.
    let device =
        mknodat(CWD, world.path("game/device"), FileType::CharacterDevice, FileMode::RWXU, rustix::fs::makedev(1, 5));
    let started = Instant::now();
    let mut kinds = vec![("pipe", "pipe"), ("socket", "socket")];
    if device.is_ok() {
        kinds.push(("device", "device"));
    }
    for (name, kind) in &kinds {
        let input = format!("root:game/{name}");
        assert_eq!(code(&world.resolve(&input)), Code::AddressResolved);
        let answer = read(&world, &input, Part::Whole, 100);
        assert_eq!((code(&answer), answer["data"]["kind"].as_str()), (Code::NotAFile, Some(*kind)));
        let answer = list(&world, &input, &Page::default());
        assert_eq!((code(&answer), answer["data"]["kind"].as_str()), (Code::NotADirectory, Some(*kind)));
    }
    let listed = list(&world, "root:game", &Page::default());
    assert_eq!(listed["data"]["others"].as_array().unwrap().len(), kinds.len());
    assert_eq!(code(&tree(&world, "root:game", 3, &Page::default())), Code::TreeListed);
    assert!(started.elapsed() < Duration::from_secs(2), "something blocked");
}

#[test]
fn names_without_a_canonical_spelling_are_counted_and_not_listed() {
    let world = World::new().file("game/good.txt", "x").dir("game/good");
    let odd: [&[u8]; 9] =
        [b"\xff\xfe", b"a\\b", b"a:b", b"trailing.", b"trailing ", b"nul", b"a\nb", b"a\xe2\x80\xaeb", b"SHORTN~1"];
    for name in odd {
        std::fs::write(world.path("game").join(OsStr::from_bytes(name)), "x").unwrap();
    }
    std::fs::create_dir(world.path("game").join(OsStr::from_bytes(b"dir\xff"))).unwrap();
    let data = list(&world, "root:game", &Page::default())["data"].clone();
    assert_eq!((&data["total"], &data["unlisted"]), (&json!(2), &json!(10)));
    let data = tree(&world, "root:game", 3, &Page::default())["data"].clone();
    assert_eq!((&data["directories"], &data["unlisted"]), (&json!(["root:game/good"]), &json!(1)));
}

#[test]
fn names_of_255_bytes_work_and_longer_ones_are_refused_before_the_disk() {
    let long = "x".repeat(255);
    let world = World::new().file(&format!("game/{long}"), "x");
    assert_eq!(code(&world.resolve(&format!("root:game/{long}"))), Code::AddressResolved);
    assert_eq!(problem(&world.resolve(&format!("root:game/{long}x"))), "name_too_long");
    assert_eq!(list(&world, "root:game", &Page::default())["data"]["total"], 1);
}

#[test]
fn an_unreadable_directory_is_an_error_without_a_cause_for_the_agent() {
    let world = World::new().file("game/closed/x.txt", "x").dir("game/open");
    std::fs::set_permissions(world.path("game/closed"), std::fs::Permissions::from_mode(0o000)).unwrap();
    // To root nothing is unreadable, and then there is nothing to see here.
    let is_readable = std::fs::read_dir(world.path("game/closed")).is_ok();
    let answer = list(&world, "root:game/closed", &Page::default());
    let below = world.resolve("root:game/closed/x.txt");
    let walked = tree(&world, "root:game", 3, &Page::default());
    std::fs::set_permissions(world.path("game/closed"), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(walked["data"]["directories"], json!(["root:game/closed", "root:game/open"]));
    if is_readable {
        assert_eq!(code(&answer), Code::DirectoryListed);
    } else {
        assert_eq!(code(&answer), Code::ReadFailed);
        assert_eq!(problem(&below), "not_found");
        assert_eq!(walked["data"]["unreadable"], 1);
    }
}

#[test]
fn hard_links_are_files_like_any_other() {
    let world = World::new().file("game/a.txt", "x");
    std::fs::hard_link(world.path("game/a.txt"), world.path("game/b.txt")).unwrap();
    assert_eq!(read(&world, "root:game/b.txt", Part::Whole, 100)["data"]["content"], "x");
    assert_eq!(list(&world, "root:game", &Page::default())["data"]["total"], 2);
}

#[test]
fn a_deep_tree_is_walked_to_its_depth_and_no_further() {
    let world = World::new();
    let path = format!("game/{}", vec!["d"; 60].join("/"));
    std::fs::create_dir_all(world.path(&path)).unwrap();
    let data = tree(&world, "root:game", 1000, &Page::default())["data"].clone();
    assert_eq!((data["directories"].as_array().unwrap().len(), &data["depth"]), (20, &json!(20)));
}
