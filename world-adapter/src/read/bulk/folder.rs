//! One folder of a source, read again and again: its entries, and the stamps of its files (L92, L94).
//!
//! A walk opens every directory on the way, sorts, and makes an address for each file. A caller that reads the same folders at
//! every call needs none of that while nothing has changed: the directory's entries are compared with the previous ones, byte
//! by byte.

use std::ops::{ControlFlow, Range};

use cap_std::fs::Dir;

use crate::address::name;
use crate::read::bulk::bytes::ReadSourceError;
use crate::read::bulk::source::WorldSource;
use crate::read::kind::Kind;
use crate::roots::contained::{self, FileStat, Scratch};
use crate::roots::root_handle::RootDir;
use crate::roots::spelling;

/// The most entries of one folder.
const MAX_ENTRIES: usize = 1_000_000;

/// A source that is kept open for several reads.
pub struct SourceReader<'s> {
    source: &'s WorldSource,
    dir: RootDir<'s>,
    scratch: Scratch,
}

/// An open folder of a source, as its directory lists it now.
pub struct SourceFolder {
    dir: Dir,
    /// The kind and the name of each entry as the system returns them, each followed by a zero byte.
    entries: Vec<u8>,
    /// The visible entries, sorted by bytes: where the name lies, and whether it is a folder.
    names: Vec<(Range<usize>, bool)>,
    is_known: bool,
    is_whole: bool,
}

impl WorldSource {
    /// Opens the source for several reads.
    pub fn reader(&self) -> Result<SourceReader<'_>, ReadSourceError> {
        Ok(SourceReader { source: self, dir: self.target.opened.dir()?, scratch: Scratch::default() })
    }
}

impl SourceReader<'_> {
    /// The size and times of a regular file, by its path as a walk reports it.
    pub fn stat(&self, path: &str) -> Result<FileStat, ReadSourceError> {
        if !self.is_spelled(path)? {
            return Err(ReadSourceError::Absent);
        }
        let (folder, name) = contained::split(path);
        let found = if folder.is_empty() {
            contained::stat(&self.dir, name)?
        } else {
            contained::stat(&contained::open_dir(&self.dir, folder)?, name)?
        };
        regular(found)
    }

    /// Whether a walk would report this path: visible, and spelled as on disk.
    pub fn is_spelled(&self, path: &str) -> Result<bool, ReadSourceError> {
        Ok(self.source.sees(path)
            && (!self.source.target.opened.ignores_case() || spelling::correct(&self.dir, path)?.is_none()))
    }

    /// Opens a folder by its path as a walk reports it, or the source itself for an empty path.
    ///
    /// `known` are the previous entries, empty if there were none: while they are unchanged, no names are compared.
    pub fn folder(&mut self, path: &str, known: &[u8]) -> Result<SourceFolder, ReadSourceError> {
        if !self.source.sees(path) {
            return Err(ReadSourceError::Absent);
        }
        let dir = contained::open_dir(&self.dir, path)?;
        // Which names are visible depends on the session wherever anything is hidden.
        let known = if self.source.target.hides_any() { &[] } else { known };
        let mut read = EntryComparison { known, at: 0, new: None, left: MAX_ENTRIES };
        let ended = contained::entries_until(&dir, &mut self.scratch, |name, kind| read.take(name, kind));
        let is_whole = ended.is_ok() && read.left > 0;
        let is_known = is_whole && read.is_known();
        // Known entries are not returned again.
        let mut entries = if is_known { Vec::new() } else { read.into_entries() };
        let (names, unlisted) = self.names(path, &entries);
        if unlisted > 0 {
            // No directory has this entry: the folder is never known, and so never taken for a whole one.
            entries.extend([UNLISTED, 0]);
        }
        Ok(SourceFolder { dir, entries, names, is_known, is_whole: is_whole && unlisted == 0 })
    }

    /// The visible entries of a folder, sorted, and how many have no address.
    fn names(&self, folder: &str, entries: &[u8]) -> (Vec<(Range<usize>, bool)>, usize) {
        let (mut names, mut unlisted) = (Vec::new(), 0);
        let Some(address) = self.source.address_of(folder) else { return (names, 1) };
        let mut start = 0;
        for entry in entries.split_inclusive(|byte| *byte == 0) {
            let range = start + 1..start + entry.len() - 1;
            start += entry.len();
            let is_directory = match entry[0] {
                DIRECTORY => true,
                FILE => false,
                _ => continue,
            };
            let Some(name) = name::canonical(&entries[range.clone()]) else { continue };
            if self.source.hides(&contained::join(folder, name)) {
                continue;
            }
            // Names that have a canonical spelling can still make an address that reads as a host path.
            if address.child(name).is_ok() {
                names.push((range, is_directory));
            } else {
                unlisted += 1;
            }
        }
        names.sort_unstable_by(|(one, _), (other, _)| entries[one.clone()].cmp(&entries[other.clone()]));
        (names, unlisted)
    }
}

impl SourceFolder {
    /// Whether its entries equal the known ones.
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// Whether all of its entries could be read, and each that is visible has an address.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Its entries, to be passed as `known` next time; `None` if they are unchanged. Their format is private to the adapter.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// The names of its visible files and folders, sorted by bytes, each with whether it is a folder; `None` if its entries are
    /// unchanged.
    pub fn names(&self) -> impl Iterator<Item = (&str, bool)> {
        self.names.iter().filter_map(|(range, is_directory)| {
            Some((std::str::from_utf8(self.entries.get(range.clone())?).ok()?, *is_directory))
        })
    }

    /// The current size and times of a file in it.
    pub fn stat(&self, name: &str) -> Result<FileStat, ReadSourceError> {
        regular(contained::stat(&self.dir, name)?)
    }
}

fn regular((kind, stat): (Kind, FileStat)) -> Result<FileStat, ReadSourceError> {
    if kind == Kind::File { Ok(stat) } else { Err(ReadSourceError::NotAFile) }
}

const FILE: u8 = b'f';
const DIRECTORY: u8 = b'd';
const OTHER: u8 = b'o';
/// Behind the entries of a folder that has some without an address.
const UNLISTED: u8 = b'u';

/// Compares the entries of a directory with the known ones, and keeps them from the first difference on.
struct EntryComparison<'k> {
    known: &'k [u8],
    /// How many of the known bytes matched so far.
    at: usize,
    new: Option<Vec<u8>>,
    left: usize,
}

impl EntryComparison<'_> {
    fn take(&mut self, name: &[u8], kind: Kind) -> ControlFlow<()> {
        if self.left == 0 {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        let kind = match kind {
            Kind::File => FILE,
            Kind::Directory => DIRECTORY,
            _ => OTHER,
        };
        if self.new.is_none() {
            let rest = &self.known[self.at..];
            let is_same = rest.first() == Some(&kind)
                && rest.get(1..=name.len()) == Some(name)
                && rest.get(name.len() + 1) == Some(&0);
            if is_same {
                self.at += name.len() + 2;
                return ControlFlow::Continue(());
            }
        }
        let new = self.new.get_or_insert_with(|| self.known[..self.at].to_vec());
        new.push(kind);
        new.extend_from_slice(name);
        new.push(0);
        ControlFlow::Continue(())
    }

    fn is_known(&self) -> bool {
        self.new.is_none() && self.at == self.known.len()
    }

    fn into_entries(self) -> Vec<u8> {
        self.new.unwrap_or_else(|| self.known[..self.at].to_vec())
    }
}

short_debug!(SourceReader<'_>, it => "SourceReader({})", it.source.address());

short_debug!(SourceFolder, it => "SourceFolder({} bytes of entries)", it.entries.len());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l100_of_a_folder_so_many_entries_are_read() {
        let mut read = EntryComparison { known: &[], at: 0, new: None, left: 2 };
        let is_over = ["a", "b", "c"].map(|name| read.take(name.as_bytes(), Kind::File).is_break());
        assert_eq!((is_over, read.into_entries()), ([false, false, true], b"fa\0fb\0".to_vec()));
    }
}
