//! Which disk a directory is on: a rename does not lead from one to another.

use std::io;

use cap_std::fs::Dir;

/// A mounted file system. One that is mounted twice counts twice, because a rename does not lead from one mount to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Disk {
    device: u64,
    mount: u64,
}

impl Disk {
    /// The disk of an open directory.
    pub(crate) fn of(dir: &Dir) -> io::Result<Self> {
        let device = cap_fs_ext::MetadataExt::dev(&dir.dir_metadata()?);
        Ok(Self { device, mount: mount_of(dir)? })
    }
}

#[cfg(target_os = "linux")]
fn mount_of(dir: &Dir) -> io::Result<u64> {
    use rustix::fs::{AtFlags, StatxFlags, statx};
    // A kernel that does not know it says 0; the device is compared then.
    Ok(statx(dir, c"", AtFlags::EMPTY_PATH, StatxFlags::MNT_ID)?.stx_mnt_id)
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "on Linux the system is asked")]
fn mount_of(_: &Dir) -> io::Result<u64> {
    Ok(0)
}
