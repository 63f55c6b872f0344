//! What was there before a change.

use std::time::SystemTime;

use cap_fs_ext::MetadataExt as _;
use cap_std::fs::{Metadata, Permissions};

use crate::contained::{self, Miss, split};
use crate::digest::Digest;
use crate::read::{self, NoContent};
use crate::registry::Target;

/// What a file held, and what it was, when the change was prepared.
pub(crate) struct Previous {
    pub(super) content: Vec<u8>,
    pub(super) stamp: Stamp,
    pub(super) permissions: Permissions,
}

impl Previous {
    pub(crate) fn of(target: &Target) -> Result<Self, NoContent> {
        // Stamp first: a file that changes while it is read is then seen to have changed.
        let (stamp, permissions) = Stamp::with_permissions(target).map_err(NoContent::Missed)?;
        Ok(Self { content: read::load(target)?, stamp, permissions })
    }

    pub(crate) fn content(&self) -> &[u8] {
        &self.content
    }

    pub(crate) fn digest(&self) -> Digest {
        Digest::of(&self.content)
    }
}

/// What changes when a file does.
#[derive(PartialEq, Eq)]
pub(super) struct Stamp {
    device: u64,
    inode: u64,
    size: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    pub(super) fn now(target: &Target) -> Result<Self, Miss> {
        Self::with_permissions(target).map(|(stamp, _)| stamp)
    }

    fn with_permissions(target: &Target) -> Result<(Self, Permissions), Miss> {
        let (parent, name) = split(target.path());
        if name.is_empty() {
            return Ok((
                Self { device: 0, inode: 0, size: 0, modified: None },
                target.opened.dir().dir_metadata()?.permissions(),
            ));
        }
        let metadata: Metadata = contained::open_dir(target.opened.dir(), parent)?.symlink_metadata(name)?;
        let modified = metadata.modified().ok().map(cap_std::time::SystemTime::into_std);
        let stamp = Self { device: metadata.dev(), inode: metadata.ino(), size: metadata.len(), modified };
        Ok((stamp, metadata.permissions()))
    }
}
