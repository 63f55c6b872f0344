//! A folder is deleted as a whole or not at all, whoever owns what is in it.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;

use replies::Code;
use reply_kit::ClientDecision;
use serde_json::json;

use crate::child::{child_of, folder};
use crate::folders::delete;
use crate::world::World;

const FOLDER: &str = "root:ck3raven_data/wip/folder";
/// A user who owns nothing.
const NOBODY: u32 = 65_534;

/// Everything beneath a folder, innermost last.
fn tree(folder: &Path) -> Vec<std::path::PathBuf> {
    let (mut found, mut next) = (vec![folder.to_owned()], 0);
    while let Some(path) = found.get(next).cloned() {
        if fs::symlink_metadata(&path).unwrap().is_dir() {
            found.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        }
        next += 1;
    }
    found
}

#[test]
fn deletes_a_folder_as_a_user() {
    let Some(folder) = folder() else { return };
    let expected = fs::read_to_string(folder.join("expected")).unwrap();
    let world = World::reopen(&folder).person(ClientDecision::Granted).build();
    let answer = if expected.is_empty() {
        world.file(delete(FOLDER, 3))
    } else {
        // Before a person is asked, who is not there.
        World::reopen(&folder).build().file(delete(FOLDER, 3))
    };
    if expected.is_empty() {
        assert_eq!(answer.code, Code::FolderDeleted, "{answer:?}");
        return;
    }
    assert_eq!(answer.code, Code::FolderNotMovable, "{answer:?}");
    assert_eq!(answer.data, json!({ "target": format!("{FOLDER}/{expected}"), "problem": "no_permission" }));
    assert!(world.undo.list().unwrap().is_empty());
}

/// A folder with files at several depths; a child process deletes it, as another user if this one may do everything.
fn deleted(expected: &str, obstruct: impl FnOnce(&World)) -> World {
    let world = World::lens();
    for name in ["a.txt", "sub/b.txt", "sub/deep/c.txt"] {
        world.put(&format!("data/wip/folder/{name}"), name);
    }
    let top = world.folder.path();
    fs::write(top.join("expected"), expected).unwrap();
    let program = top.join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let is_root = fs::metadata(top).unwrap().uid() == 0;
    if is_root {
        for path in tree(top) {
            chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }
    let before = fs::metadata(world.path("data/wip/folder/sub")).unwrap().modified().unwrap();
    obstruct(&world);
    let mut child = child_of(&program, "folder_removal::deletes_a_folder_as_a_user", top);
    if is_root {
        child.uid(NOBODY).gid(NOBODY).current_dir(top);
    }
    let output = child.output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    if !expected.is_empty() {
        assert_eq!(fs::metadata(world.path("data/wip/folder/sub")).unwrap().modified().unwrap(), before);
    }
    world
}

fn set_mode(world: &World, name: &str, mode: u32) {
    fs::set_permissions(world.path("data/wip/folder").join(name), Permissions::from_mode(mode)).unwrap();
}

fn mode(world: &World, name: &str) -> u32 {
    fs::metadata(world.path("data/wip/folder").join(name)).unwrap().permissions().mode() & 0o777
}

fn assert_is_whole(world: &World) {
    assert_eq!(world.names("data/wip"), ["a.txt", "folder"]);
    for name in ["a.txt", "sub/b.txt", "sub/deep/c.txt"] {
        assert_eq!(world.text(&format!("data/wip/folder/{name}")).as_deref(), Some(name));
    }
}

#[test]
fn a_folder_goes_with_what_its_owner_made_read_only() {
    let world = deleted("", |world| {
        set_mode(world, "sub/deep/c.txt", 0o444);
        set_mode(world, "sub", 0o555);
    });
    assert_eq!(world.names("data/wip"), ["a.txt"]);
}

#[test]
fn a_folder_with_one_that_cannot_be_read_stays_and_that_is_named() {
    let world = deleted("sub/deep", |world| set_mode(world, "sub/deep", 0));
    assert_eq!(mode(&world, "sub/deep"), 0);
    set_mode(&world, "sub/deep", 0o755);
    assert_is_whole(&world);
    let world = deleted("sub/b.txt", |world| set_mode(world, "sub/b.txt", 0));
    set_mode(&world, "sub/b.txt", 0o644);
    assert_is_whole(&world);
}

/// Only one who may do everything can give a file to somebody else.
#[test]
fn a_folder_with_one_that_belongs_to_somebody_else_stays_and_that_is_named() {
    let is_root = fs::metadata(World::lens().folder.path()).unwrap().uid() == 0;
    let cases: &[(&str, &[(&str, u32)])] = &[
        ("sub/deep", &[("sub/deep", 0o755)]),
        // In a directory of many, each may remove their own.
        ("sub/b.txt", &[("sub", 0o1777), ("sub/b.txt", 0o644)]),
    ];
    for (expected, others) in cases.iter().filter(|_| is_root) {
        let world = deleted(expected, |world| {
            // A directory that is read-only to its owner is opened for the removal, and then closed again.
            set_mode(world, "", 0o555);
            for (name, mode) in *others {
                chown(world.path("data/wip/folder").join(name), Some(0), Some(0)).unwrap();
                set_mode(world, name, *mode);
            }
        });
        assert_is_whole(&world);
        assert_eq!(mode(&world, ""), 0o555);
    }
}
