//! What a file has besides its content stays when the file is replaced, and comes back with it.
#![cfg(target_os = "linux")]

use replies::Code;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

use rustix::buffer::spare_capacity;
use rustix::fs::{XattrFlags, getxattr, setxattr};
use world_adapter::{Attributes, Delete, DeleteFolder, Existence, FolderSnapshot, RestoreFolder, Write};

use crate::change::conclude;
use crate::support::{World, code};

const AT: &str = "root:ck3raven_data/wip/a.txt";
const ACL: &str = "system.posix_acl_access";
const DEFAULT_ACL: &str = "system.posix_acl_default";

/// An access list: owner rw, user 12345 r, group r, mask r, others nothing.
fn access_list() -> Vec<u8> {
    let entries: [(u16, u16, u32); 5] =
        [(1, 6, u32::MAX), (2, 4, 12_345), (4, 4, u32::MAX), (16, 4, u32::MAX), (32, 0, u32::MAX)];
    let mut bytes = 2_u32.to_le_bytes().to_vec();
    for (tag, permissions, id) in entries {
        bytes.extend([tag.to_le_bytes(), permissions.to_le_bytes()].concat());
        bytes.extend(id.to_le_bytes());
    }
    bytes
}

fn attribute(path: &Path, name: &str) -> Option<Vec<u8>> {
    let mut value = Vec::with_capacity(1024);
    getxattr(path, name, spare_capacity(&mut value)).ok()?;
    Some(value)
}

/// Gives a file attributes of each kind; those that this file system does not have are left out and told.
fn dress(path: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let all = [("user.note", b"from a modder\0".to_vec()), ("user.empty", Vec::new()), (ACL, access_list())];
    all.into_iter().filter(|(name, value)| setxattr(path, *name, value, XattrFlags::empty()).is_ok()).collect()
}

/// Lets whatever is created in a directory be read by user 12345; false on a file system without access lists.
fn pass_on(directory: &Path) -> bool {
    setxattr(directory, DEFAULT_ACL, &access_list(), XattrFlags::empty()).is_ok()
}

/// Root may give files away; anybody else keeps what is theirs.
fn give_away(path: &Path) {
    let _ = std::os::unix::fs::chown(path, Some(12_345), Some(23_456));
}

fn write(world: &World, write: Write) -> serde_json::Value {
    let permit = world.authority.authorize(world.target(AT, Existence::Optional), write);
    world.call(|rb| conclude(world, world.adapter.prepare_write(rb, permit).and_then(|(rb, ready)| ready.commit(rb))))
}

#[test]
fn l69_mode_owner_access_list_and_user_attributes_stay_when_a_file_is_replaced() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    let path = world.path("ck3raven_data/wip/a.txt");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
    let given = dress(&path);
    give_away(&path);
    let before = fs::metadata(&path).unwrap();
    assert_eq!(code(&write(&world, Write::new("new"))), Code::FileWritten);
    let after = fs::metadata(&path).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_ne!(before.ino(), after.ino(), "it is another file");
    assert_eq!((before.mode(), before.uid(), before.gid()), (after.mode(), after.uid(), after.gid()));
    for (name, value) in given {
        assert_eq!(attribute(&path, name), Some(value), "{name}");
    }
}

#[test]
fn l69_what_was_deleted_comes_back_with_everything_it_had() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    let path = world.path("ck3raven_data/wip/a.txt");
    let given = dress(&path);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
    // The mode is part of the access list.
    let given: Vec<_> = given.into_iter().map(|(name, _)| (name, attribute(&path, name).unwrap())).collect();
    give_away(&path);
    let long_ago = SystemTime::now() - Duration::from_hours(1000);
    fs::File::open(&path).unwrap().set_modified(long_ago).unwrap();
    let before = fs::metadata(&path).unwrap();

    let mut kept = None;
    let permit = world.authority.authorize(world.target(AT, Existence::Required), Delete);
    world.call(|rb| {
        let outcome = world.adapter.prepare_delete(rb, permit).and_then(|(rb, ready)| {
            kept = Some(serde_json::to_string(ready.attributes().unwrap()).unwrap());
            ready.commit(rb)
        });
        conclude(&world, outcome)
    });
    assert!(!path.exists());

    let attributes: Attributes = serde_json::from_str(&kept.unwrap()).unwrap();
    assert_eq!(code(&write(&world, Write::new("old").restoring(attributes))), Code::FileWritten);
    let after = fs::metadata(&path).unwrap();
    assert_eq!((before.mode(), before.uid(), before.gid()), (after.mode(), after.uid(), after.gid()));
    assert_eq!(before.modified().unwrap(), after.modified().unwrap());
    for (name, value) in given {
        assert_eq!(attribute(&path, name), Some(value), "{name}");
    }
}

/// The original had no access list, and nothing that is put in its place has one that lets more users in.
#[test]
fn l69_a_replaced_or_restored_file_gets_no_access_list_from_its_directory() {
    let world = World::new().file("ck3raven_data/wip/a.txt", "old");
    let path = world.path("ck3raven_data/wip/a.txt");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o660)).unwrap();
    if !pass_on(path.parent().unwrap()) {
        return;
    }
    let of_user = |path: &Path| (attribute(path, ACL), fs::metadata(path).unwrap().mode() & 0o7777);
    assert_eq!(of_user(&path), (None, 0o660));
    assert_eq!(code(&write(&world, Write::new("new"))), Code::FileWritten);
    assert_eq!(of_user(&path), (None, 0o660), "replaced");

    let mut kept = None;
    let permit = world.authority.authorize(world.target(AT, Existence::Required), Delete);
    world.call(|rb| {
        let outcome = world.adapter.prepare_delete(rb, permit).and_then(|(rb, ready)| {
            kept = ready.attributes().cloned();
            ready.commit(rb)
        });
        conclude(&world, outcome)
    });
    assert_eq!(code(&write(&world, Write::new("new").restoring(kept.unwrap()))), Code::FileWritten);
    assert_eq!(of_user(&path), (None, 0o660), "restored");

    // A new file has what its directory passes on.
    fs::remove_file(&path).unwrap();
    assert_eq!(code(&write(&world, Write::new("new"))), Code::FileWritten);
    assert!(attribute(&path, ACL).is_some());
}

#[test]
fn l69_a_deleted_folder_comes_back_with_the_access_lists_of_everything_in_it_and_no_others() {
    const FOLDER: &str = "root:ck3raven_data/wip/d";
    let world = World::new().file("ck3raven_data/wip/d/shared/a.txt", "a").file("ck3raven_data/wip/d/own/b.txt", "b");
    let at = |name: &str| world.path(&format!("ck3raven_data/wip/{name}"));
    if !pass_on(&at("d/shared")) {
        return;
    }
    dress(&at("d/own/b.txt"));
    let names = ["d", "d/shared", "d/shared/a.txt", "d/own", "d/own/b.txt"];
    let lists = || {
        names.map(|name| {
            let mode = fs::metadata(at(name)).unwrap().mode();
            (name, mode, attribute(&at(name), ACL), attribute(&at(name), DEFAULT_ACL))
        })
    };
    let before = lists();
    // What is around the folder now is not what was around it then.
    assert!(pass_on(&at("")));

    let (mut contents, mut entries) = (Vec::new(), None);
    let permit = world.authority.authorize(world.target(FOLDER, Existence::Required), DeleteFolder::holding(2));
    let mut digest = None;
    world.call(|rb| {
        let outcome = world.adapter.prepare_delete_folder(rb, permit).and_then(|(rb, ready)| {
            entries = ready.keep_folder(&mut contents).unwrap();
            digest = ready.previous_digest();
            ready.commit(rb)
        });
        conclude(&world, outcome)
    });
    assert!(!at("d").exists());

    let snapshot = FolderSnapshot::new(entries.unwrap(), std::io::Cursor::new(contents));
    let restore = RestoreFolder::from(snapshot, digest.unwrap());
    let permit = world.authority.authorize(world.target(FOLDER, Existence::Optional), restore);
    world.call(|rb| {
        let ready = world.adapter.prepare_restore_folder(rb, permit);
        conclude(&world, ready.and_then(|(rb, ready)| ready.commit(rb)))
    });
    assert_eq!(lists(), before);
}
