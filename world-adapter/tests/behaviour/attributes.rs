//! What a file has besides its content stays when the file is replaced, and comes back with it.
#![cfg(target_os = "linux")]

use replies::Code;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

use rustix::buffer::spare_capacity;
use rustix::fs::{XattrFlags, getxattr, setxattr};
use world_adapter::{Attributes, Delete, Existence, Write};

use crate::change::conclude;
use crate::support::{World, code};

const AT: &str = "root:ck3raven_data/wip/a.txt";
const ACL: &str = "system.posix_acl_access";

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
