//! The directories that a new file needs, made at the commit point and removed if the change fails.

use std::io;

use cap_std::fs::Dir;

use super::error_of;
use super::move_file::sync;
use crate::roots::contained;

/// Directories made on the rel_path, removed if the change fails.
pub(super) struct CreatedDirs {
    made: Vec<CreatedDir>,
    innermost: Dir,
    is_kept: bool,
}

struct CreatedDir {
    outer: Dir,
    name: Box<str>,
    is_ours: bool,
}

impl CreatedDirs {
    pub(super) fn make(existing: &Dir, names: &[Box<str>]) -> io::Result<Self> {
        let mut made = Self { made: Vec::new(), innermost: existing.try_clone()?, is_kept: false };
        for name in names {
            let outer = made.innermost.try_clone()?;
            let is_ours = match outer.create_dir(&**name) {
                Ok(()) => true,
                // Somebody else made it meanwhile; then it is not ours to remove.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
                Err(error) => return Err(error),
            };
            // Noted before anything else can fail: whatever fails now, it is removed.
            made.made.push(CreatedDir { outer, name: name.clone(), is_ours });
            made.innermost = contained::open_child(&made.innermost, name).map_err(error_of)?;
        }
        Ok(made)
    }

    pub(super) fn innermost(&self) -> &Dir {
        &self.innermost
    }

    pub(super) fn keep(mut self) {
        self.is_kept = true;
        self.made.iter().for_each(|made| sync(&made.outer));
    }
}

impl Drop for CreatedDirs {
    fn drop(&mut self) {
        if !self.is_kept {
            for made in self.made.iter().rev().filter(|made| made.is_ours) {
                _ = made.outer.remove_dir(&*made.name);
            }
        }
    }
}
