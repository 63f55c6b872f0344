//! The directories that a new file needs, created at the commit point and removed if the change fails.

use std::io;

use cap_std::fs::Dir;

use super::move_file::sync;
use crate::roots::contained::{self, join, split};

/// Parent directories created for a file, removed if the change fails. However deep they go, only two handles are open.
pub(super) struct CreatedDirs {
    base: Dir,
    /// `None` once the directories are being removed: if the change failed for want of handles, one must be free for the
    /// cleanup.
    innermost: Option<Dir>,
    made: Vec<CreatedDir>,
    is_kept: bool,
}

/// A directory, by its path from the base.
struct CreatedDir {
    path: String,
    is_ours: bool,
}

impl CreatedDirs {
    pub(super) fn make(existing: &Dir, names: &[Box<str>]) -> io::Result<Self> {
        let (base, innermost) = (existing.try_clone()?, existing.try_clone()?);
        let made = Vec::with_capacity(names.len());
        let mut made = Self { base, innermost: Some(innermost), made, is_kept: false };
        for name in names {
            let is_ours = match made.innermost().create_dir(&**name) {
                Ok(()) => true,
                // Another process created it meanwhile; then it is not ours to remove.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
                Err(error) => return Err(error),
            };
            // Recorded before anything else can fail, so that it is removed in any case.
            let path = join(made.made.last().map_or("", |outer| &outer.path), name);
            made.made.push(CreatedDir { path, is_ours });
            made.innermost = Some(contained::open_child(made.innermost(), name)?);
        }
        Ok(made)
    }

    pub(super) fn innermost(&self) -> &Dir {
        self.innermost.as_ref().unwrap_or(&self.base)
    }

    pub(super) fn keep(mut self) {
        self.is_kept = true;
        for made in &self.made {
            if let Ok(outer) = contained::open_dir(&self.base, split(&made.path).0) {
                sync(&outer);
            }
        }
    }
}

impl Drop for CreatedDirs {
    fn drop(&mut self) {
        if self.is_kept {
            return;
        }
        self.innermost = None;
        for made in self.made.iter().rev().filter(|made| made.is_ours) {
            let (outer, name) = split(&made.path);
            if let Ok(outer) = contained::open_dir(&self.base, outer) {
                _ = outer.remove_dir(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l69_directories_are_removed_when_one_of_them_cannot_be_made_or_the_change_fails() {
        let folder = tempfile::tempdir().unwrap();
        let base = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
        base.create_dir("theirs").unwrap();
        let names = |names: &[&str]| names.iter().map(|name| (*name).into()).collect::<Vec<Box<str>>>();
        let left = || {
            let mut left = Vec::new();
            let mut pending = vec![folder.path().to_owned()];
            while let Some(dir) = pending.pop() {
                for entry in std::fs::read_dir(&dir).unwrap() {
                    let path = entry.unwrap().path();
                    left.push(path.strip_prefix(folder.path()).unwrap().to_owned());
                    pending.push(path);
                }
            }
            left
        };
        let too_long = "x".repeat(300);
        assert!(CreatedDirs::make(&base, &names(&["theirs", "a", "b", &too_long])).is_err());
        assert_eq!(left(), [std::path::Path::new("theirs")], "what was there stays, and nothing else");

        drop(CreatedDirs::make(&base, &names(&["a", "b"])).unwrap());
        assert_eq!(left().len(), 1, "the change failed");

        drop(CreatedDirs::make(&base, &names(&["theirs", "c"])).unwrap());
        assert_eq!(left(), [std::path::Path::new("theirs")], "what somebody else made meanwhile is used, and stays");

        CreatedDirs::make(&base, &names(&["a", "b"])).unwrap().keep();
        assert_eq!(left().len(), 3);
    }
}
