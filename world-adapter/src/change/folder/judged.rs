//! What enforcement has to know of a folder before and after a change. No file content is read.

use replies::En;
use reply_kit::Voice;

use super::{FolderVersion, MAX_FOLDER_ENTRIES};
use crate::read::digest::Digest;
use crate::read::kind::Kind;
use crate::resolve::reference_table::Target;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::{self, Scratch, join};
use crate::world::WorldAdapter;

/// A folder as it is now, by which enforcement tells whether a change to it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundFolder {
    /// The digest of everything in it, if it is a folder that could be changed.
    pub digest: Option<Digest>,
    /// Its inode number, which a rename keeps.
    pub file_number: Option<u64>,
    /// When it was created, in seconds and nanoseconds since 1970, where the file system records it.
    pub created: Option<(u64, u32)>,
}

impl FoundFolder {
    /// A folder as it is now.
    pub(crate) fn of(target: &Target) -> Self {
        let version = target.open_dir().ok().and_then(|folder| FolderVersion::of(&folder).ok());
        version.map_or_else(Self::default, |FolderVersion { digest, file_number, created, .. }| Self {
            digest: Some(digest),
            file_number: Some(file_number),
            created,
        })
    }
}

impl WorldAdapter {
    /// Whether a target is a folder with a file of such a name in it, at any depth: the strictest rule of any file in a folder
    /// decides. Hidden files are not read (L51), and no more names than can be changed at once.
    pub fn holds_name(&self, _enforcement: &Voice<En>, target: &Resolved, is_such: impl Fn(&str) -> bool) -> bool {
        if !matches!(target.target.kind(), Ok(Kind::Directory)) {
            return false;
        }
        let Ok(folder) = target.target.open_dir() else { return false };
        let (mut pending, mut left, mut scratch) = (vec![String::new()], MAX_FOLDER_ENTRIES, Scratch::default());
        let mut is_found = false;
        while let Some(path) = pending.pop() {
            let Ok(dir) = contained::open_dir(&folder, &path) else { continue };
            let read = contained::each_entry(&dir, &mut scratch, |name, kind| {
                let Ok(name) = std::str::from_utf8(name) else { return };
                if left == 0 {
                    return;
                }
                left -= 1;
                let path = join(&path, name);
                match kind {
                    _ if target.target.hides(&path) => {}
                    Kind::Directory => pending.push(path),
                    _ => is_found |= is_such(name),
                }
            });
            if is_found || left == 0 || read.is_err() {
                break;
            }
        }
        is_found
    }
}
