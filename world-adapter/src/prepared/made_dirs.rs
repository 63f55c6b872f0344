//! The directories that a new file needs, made at the commit point and unmade if the change fails.

use std::io;

use cap_std::fs::Dir;

use super::error_of;
use super::move_file::sync;
use crate::contained;

/// Directories made on the way, unmade if the change fails.
pub(super) struct MadeDirs {
    made: Vec<MadeDir>,
    is_kept: bool,
}

struct MadeDir {
    outer: Dir,
    name: Box<str>,
    dir: Dir,
    is_ours: bool,
}

impl MadeDirs {
    pub(super) fn make(existing: &Dir, names: &[Box<str>]) -> io::Result<Self> {
        let mut made = Self { made: Vec::new(), is_kept: false };
        let mut here = existing.try_clone()?;
        for name in names {
            let is_ours = match here.create_dir(&**name) {
                Ok(()) => true,
                // Somebody else made it meanwhile; then it is not ours to unmake.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
                Err(error) => return Err(error),
            };
            let dir = contained::open_child(&here, name).map_err(error_of)?;
            let next = dir.try_clone()?;
            made.made.push(MadeDir { outer: here, name: name.clone(), dir, is_ours });
            here = next;
        }
        Ok(made)
    }

    pub(super) fn innermost(&self) -> Option<&Dir> {
        self.made.last().map(|made| &made.dir)
    }

    pub(super) fn keep(mut self) {
        self.is_kept = true;
        self.made.iter().for_each(|made| sync(&made.outer));
    }
}

impl Drop for MadeDirs {
    fn drop(&mut self) {
        if !self.is_kept {
            for made in self.made.iter().rev().filter(|made| made.is_ours) {
                _ = made.outer.remove_dir(&*made.name);
            }
        }
    }
}
