//! One rename, and making sure that it lasts.

use std::io;

use cap_std::fs::Dir;

/// The change has taken place; if the system cannot promise that it outlives a power failure, it took place all the same.
pub(super) fn sync(dir: &Dir) {
    if let Ok(dir) = dir.try_clone() {
        _ = dir.into_std_file().sync_all();
    }
}

/// One rename, between single names of two open directories; if the new name must be free, the kernel sees to it.
#[cfg(target_os = "linux")]
pub(super) fn move_file(from: &Dir, name: &str, into: &Dir, new_name: &str, must_be_new: bool) -> io::Result<()> {
    use rustix::fs::{RenameFlags, renameat_with};
    let flags = if must_be_new { RenameFlags::NOREPLACE } else { RenameFlags::empty() };
    match renameat_with(from, name, into, new_name, flags) {
        // Some file systems cannot do both at once.
        Err(rustix::io::Errno::INVAL) if must_be_new => move_if_free(from, name, into, new_name),
        moved => Ok(moved?),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn move_file(from: &Dir, name: &str, into: &Dir, new_name: &str, must_be_new: bool) -> io::Result<()> {
    if must_be_new { move_if_free(from, name, into, new_name) } else { from.rename(name, into, new_name) }
}

fn move_if_free(from: &Dir, name: &str, into: &Dir, new_name: &str) -> io::Result<()> {
    match into.symlink_metadata(new_name) {
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => from.rename(name, into, new_name),
    }
}
