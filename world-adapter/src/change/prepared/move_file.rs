//! One rename, and syncing it.

use std::io;

use cap_std::fs::Dir;

use crate::roots::in_use::{check_not_held, retrying};

/// The change has taken place, even if the system cannot guarantee that it survives a power failure.
pub(super) fn sync(dir: &Dir) {
    if let Ok(dir) = dir.try_clone() {
        _ = dir.into_std_file().sync_all();
    }
}

/// One rename between single names of two open directories; if the new name must be free, the kernel checks that.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(crate) fn move_file(from: &Dir, name: &str, into: &Dir, new_name: &str, must_be_new: bool) -> io::Result<()> {
    use rustix::fs::{RenameFlags, renameat_with};
    let flags = if must_be_new { RenameFlags::NOREPLACE } else { RenameFlags::empty() };
    match renameat_with(from, name, into, new_name, flags) {
        // Some file systems cannot rename and check in one call.
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOTSUP) if must_be_new => {
            move_if_free(from, name, into, new_name)
        }
        moved => Ok(moved?),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(crate) fn move_file(from: &Dir, name: &str, into: &Dir, new_name: &str, must_be_new: bool) -> io::Result<()> {
    retrying(&[(from, name), (into, new_name)], || {
        if must_be_new { move_if_free(from, name, into, new_name) } else { from.rename(name, into, new_name) }
    })
}

/// Removes a file.
pub(super) fn remove_file(dir: &Dir, name: &str) -> io::Result<()> {
    retrying(&[(dir, name)], || dir.remove_file(name))
}

/// Creates a second name for the file, which fails if the name is taken, and then removes the first. Where hard links are not
/// supported, the new name is checked first, and another program may take it in between.
fn move_if_free(from: &Dir, name: &str, into: &Dir, new_name: &str) -> io::Result<()> {
    // A file that another program holds open would keep both names.
    check_not_held(from, name)?;
    match from.hard_link(name, into, new_name) {
        Ok(()) => from.remove_file(name).or_else(|error| into.remove_file(new_name).and(Err(error))),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) => match into.symlink_metadata(new_name) {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => from.rename(name, into, new_name),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_the_kernel_cannot_see_to_it_a_name_that_is_taken_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let dir = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
        for (name, text) in [("a", "one"), ("b", "two")] {
            dir.write(name, text).unwrap();
        }
        assert_eq!(move_if_free(&dir, "a", &dir, "b").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        move_if_free(&dir, "a", &dir, "c").unwrap();
        assert!(!dir.exists("a"));
        assert_eq!((dir.read_to_string("b").unwrap(), dir.read_to_string("c").unwrap()), ("two".into(), "one".into()));
    }
}
