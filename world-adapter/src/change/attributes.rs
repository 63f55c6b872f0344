//! File attributes other than the content.

use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cap_std::fs::{File, Metadata};
use serde::{Deserialize, Serialize};

/// The most bytes of extended attributes that are kept per file.
#[cfg(any(target_os = "linux", target_os = "macos"))]
const MAX_EXTENDED: usize = 1024 * 1024;

/// Permissions, owner, modification time, access lists and `user.*` attributes of a file or a directory. A replaced file keeps
/// them, and what is restored gets them back. Attributes that a system does not have are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attributes {
    /// The permission bits.
    mode: Option<u32>,
    /// User and group.
    owner: Option<(u32, u32)>,
    /// Whether it has no write bit; elsewhere than on Unix that is the only attribute.
    no_write_bit: bool,
    /// When it was last written, in seconds and nanoseconds since 1970.
    modified: Option<(u64, u32)>,
    /// Names and values.
    extended: Vec<(Vec<u8>, Vec<u8>)>,
}

/// A time of the file system in seconds and nanoseconds since 1970, if it has one.
pub(crate) fn since_1970(time: io::Result<cap_std::time::SystemTime>) -> Option<(u64, u32)> {
    let since = time.ok()?.into_std().duration_since(UNIX_EPOCH).ok()?;
    Some((since.as_secs(), since.subsec_nanos()))
}

impl Attributes {
    pub(crate) fn of(file: &File, metadata: &Metadata) -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            mode: Some(cap_std::fs::PermissionsExt::mode(&metadata.permissions()) & 0o7777),
            #[cfg(unix)]
            owner: Some((cap_std::fs::MetadataExt::uid(metadata), cap_std::fs::MetadataExt::gid(metadata))),
            #[cfg(not(unix))]
            mode: None,
            #[cfg(not(unix))]
            owner: None,
            no_write_bit: metadata.permissions().readonly(),
            modified: since_1970(metadata.modified()),
            extended: extended_of(file)?,
        })
    }

    /// Whether the file has no write bit, or is marked read-only.
    pub(crate) fn has_no_write_bit(&self) -> bool {
        self.no_write_bit
    }

    /// Whether two files have the same modification time: a rename keeps it, a later file has another.
    pub fn was_written_with(&self, other: &Self) -> bool {
        self.modified == other.modified
    }

    /// Sets these attributes on a new file, all but the time. The owner is kept where the system permits it.
    pub(crate) fn apply(&self, file: &File) -> io::Result<()> {
        let is_owner_kept = self.apply_owner(file);
        // Before the mode: a read-only file accepts no more attributes.
        self.remove_inherited_lists(file)?;
        self.apply_extended(file)?;
        self.apply_mode(file, is_owner_kept)
    }

    /// Restores the modification time of a file. If that fails, the file keeps the current time.
    pub(crate) fn apply_time(&self, file: &File) {
        let at = self.modified.and_then(|(seconds, nanos)| UNIX_EPOCH.checked_add(Duration::new(seconds, nanos)));
        if let (Some(at), Ok(file)) = (at, file.try_clone()) {
            _ = file.into_std().set_modified(SystemTime::min(at, SystemTime::now()));
        }
    }

    #[cfg(unix)]
    fn apply_owner(&self, file: &File) -> bool {
        use cap_std::fs::MetadataExt as _;
        let Some((user, group)) = self.owner else { return false };
        if file.metadata().is_ok_and(|now| (now.uid(), now.gid()) == (user, group)) {
            return true;
        }
        file.try_clone().is_ok_and(|file| {
            let file = file.into_std();
            if std::os::unix::fs::fchown(&file, Some(user), Some(group)).is_ok() {
                return true;
            }
            // Changing the owner takes privileges; the group may be kept without them.
            _ = std::os::unix::fs::fchown(&file, None, Some(group));
            false
        })
    }

    #[cfg(not(unix))]
    fn apply_owner(&self, _: &File) -> bool {
        true
    }

    #[cfg(unix)]
    fn apply_mode(&self, file: &File, is_owner_kept: bool) -> io::Result<()> {
        use cap_std::fs::PermissionsExt as _;
        let Some(mode) = self.mode else { return Ok(()) };
        // A set-user-id or set-group-id bit is not passed on to another owner.
        let mode = if is_owner_kept { mode & 0o7777 } else { mode & 0o1777 };
        file.set_permissions(cap_std::fs::Permissions::from_mode(mode))
    }

    #[cfg(not(unix))]
    fn apply_mode(&self, file: &File, _: bool) -> io::Result<()> {
        let mut permissions = file.metadata()?.permissions();
        permissions.set_readonly(self.no_write_bit);
        file.set_permissions(permissions)
    }

    /// Removes access lists that a new file has from its directory and the original did not have: they could let more users in.
    #[cfg(target_os = "linux")]
    fn remove_inherited_lists(&self, file: &File) -> io::Result<()> {
        let names = extended_names(file)?;
        for list in names.split(|byte| *byte == 0).filter(|name| ACCESS_LISTS.contains(name)) {
            if !self.extended.iter().any(|(name, _)| name == list) {
                rustix::fs::fremovexattr(file, list)?;
            }
        }
        Ok(())
    }

    /// Elsewhere an access list is not an extended attribute.
    #[cfg(not(target_os = "linux"))]
    fn remove_inherited_lists(&self, _: &File) -> io::Result<()> {
        Ok(())
    }

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn apply_extended(&self, file: &File) -> io::Result<()> {
        use rustix::fs::{XattrFlags, fsetxattr};
        for (name, value) in &self.extended {
            fsetxattr(file, name.as_slice(), value, XattrFlags::empty())?;
        }
        Ok(())
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    fn apply_extended(&self, _: &File) -> io::Result<()> {
        Ok(())
    }
}

/// Who may use a file or a directory, and what a directory passes on to what is created in it.
#[cfg(target_os = "linux")]
const ACCESS_LISTS: [&[u8]; 2] = [b"system.posix_acl_access", b"system.posix_acl_default"];

/// The names of all extended attributes, each with a zero byte behind it.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn extended_names(file: &File) -> io::Result<Vec<u8>> {
    use rustix::buffer::spare_capacity;
    use rustix::fs::{flistxattr, flistxattr_query};

    let size = match flistxattr_query(file) {
        // Not every file system has them.
        Ok(0) | Err(rustix::io::Errno::NOTSUP) => return Ok(Vec::new()),
        size => size?,
    };
    let mut names = Vec::with_capacity(size);
    flistxattr(file, spare_capacity(&mut names))?;
    Ok(names)
}

/// The access lists and the `user.*` attributes; all other attributes belong to the system.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn extended_of(file: &File) -> io::Result<Vec<(Vec<u8>, Vec<u8>)>> {
    use rustix::buffer::spare_capacity;
    use rustix::fs::{fgetxattr, fgetxattr_query};

    let names = extended_names(file)?;
    let (mut kept, mut left) = (Vec::new(), MAX_EXTENDED);
    for name in names.split(|byte| *byte == 0).filter(|name| is_kept(name)) {
        let size = fgetxattr_query(file, name)?;
        left =
            left.checked_sub(name.len()).and_then(|left| left.checked_sub(size)).ok_or(io::ErrorKind::FileTooLarge)?;
        let mut value = Vec::with_capacity(size);
        // Reading into an empty buffer returns nothing.
        if size > 0 {
            fgetxattr(file, name, spare_capacity(&mut value))?;
        }
        kept.push((name.to_owned(), value));
    }
    Ok(kept)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn extended_of(_: &File) -> io::Result<Vec<(Vec<u8>, Vec<u8>)>> {
    Ok(Vec::new())
}

#[cfg(target_os = "linux")]
fn is_kept(name: &[u8]) -> bool {
    name.starts_with(b"user.") || ACCESS_LISTS.contains(&name)
}

/// There is no `user.` prefix here: every attribute except the system's own belongs to the user.
#[cfg(target_os = "macos")]
fn is_kept(name: &[u8]) -> bool {
    !name.is_empty() && !name.starts_with(b"com.apple.system.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_file_that_another_user_owns_by_now_keeps_its_mode_without_the_bits_that_lend_rights() {
        use cap_std::fs::PermissionsExt as _;
        let file = File::from_std(tempfile::tempfile().unwrap());
        let attributes = Attributes { mode: Some(0o6754), ..Attributes::default() };
        for (is_owner_kept, expected) in [(true, 0o6754), (false, 0o754)] {
            attributes.apply_mode(&file, is_owner_kept).unwrap();
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o7777, expected);
        }
    }

    #[test]
    fn files_were_written_together_if_their_times_are_the_same_to_the_nanosecond() {
        let at = |modified| Attributes { modified, ..Attributes::default() };
        assert!(at(Some((7, 8))).was_written_with(&at(Some((7, 8)))));
        for other in [None, Some((7, 9)), Some((8, 8))] {
            assert!(!at(Some((7, 8))).was_written_with(&at(other)), "{other:?}");
        }
    }
}
