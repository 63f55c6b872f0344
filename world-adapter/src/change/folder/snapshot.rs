//! A folder outside its place: what is stored of it, and rebuilding it from that.

use std::io::{self, Read, Write};

use cap_std::fs::{Dir, OpenOptions};
use serde::{Deserialize, Serialize};

use super::FolderVersion;
use super::walk::WalkError;
use crate::change::attributes::Attributes;
use crate::read::digest::Digest;
use crate::roots::contained::{self, split};

/// One entry of a folder, by its path from there; the folder itself has an empty path. Contents are stored separately, in the
/// order of the entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderEntry {
    pub(crate) path: String,
    pub(crate) kind: EntryKind,
    pub(crate) attributes: Attributes,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntryKind {
    Folder,
    File { size: u64 },
    Link { target: String },
}

/// A stored folder: its entries, and the contents of its files one after the other.
pub struct FolderSnapshot {
    entries: Vec<FolderEntry>,
    contents: Box<dyn Read + Send>,
}

impl FolderSnapshot {
    /// The stored form of a folder.
    pub fn new(entries: Vec<FolderEntry>, contents: impl Read + Send + 'static) -> Self {
        Self { entries, contents: Box::new(contents) }
    }

    /// Rebuilds all entries in an empty folder, and returns the digest of the result.
    pub(crate) fn build_in(mut self, folder: &Dir) -> io::Result<Digest> {
        for entry in &self.entries {
            let (parent, name) = split(&entry.path);
            let parent = || contained::open_dir(folder, parent);
            match &entry.kind {
                EntryKind::Folder if entry.path.is_empty() => {}
                EntryKind::Folder => parent()?.create_dir(name)?,
                EntryKind::File { size } => write_file(&parent()?, name, &mut self.contents, *size, &entry.attributes)?,
                EntryKind::Link { target } => link(&parent()?, name, target)?,
            }
        }
        // Innermost first, and after the contents: a read-only directory accepts no new entries.
        for entry in self.entries.iter().rev().filter(|entry| entry.kind == EntryKind::Folder) {
            let dir = contained::open_dir(folder, &entry.path)?;
            let dir = cap_std::fs::File::from_std(dir.into_std_file());
            entry.attributes.apply(&dir)?;
            entry.attributes.apply_time(&dir);
        }
        sync_all(folder)?;
        FolderVersion::of(folder).map(|state| state.digest).map_err(|error| match error {
            WalkError::Failed(error) => error,
            _ => io::ErrorKind::InvalidData.into(),
        })
    }
}

short_debug!(FolderSnapshot, it => "FolderSnapshot({} entries)", it.entries.len());

/// Stores a folder while it is read: contents go to a writer, entries are collected. The content of a file comes before its entry.
pub(crate) struct SnapshotWriter<'w> {
    pub(crate) contents: &'w mut dyn Write,
    pub(crate) entries: Vec<FolderEntry>,
}

fn write_file(dir: &Dir, name: &str, contents: &mut dyn Read, size: u64, attributes: &Attributes) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut file = dir.open_with(name, &options)?;
    if io::copy(&mut contents.take(size), &mut file)? != size {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    attributes.apply(&file)?;
    attributes.apply_time(&file);
    if cfg!(target_os = "linux") { Ok(()) } else { file.sync_all() }
}

#[cfg(unix)]
fn link(dir: &Dir, name: &str, target: &str) -> io::Result<()> {
    dir.symlink_contents(target, name)
}

#[cfg(not(unix))]
fn link(_: &Dir, _: &str, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Thousands of files are synced at once; elsewhere each was synced when it was written.
#[cfg(target_os = "linux")]
fn sync_all(folder: &Dir) -> io::Result<()> {
    Ok(rustix::fs::syncfs(folder)?)
}

#[cfg(not(target_os = "linux"))]
fn sync_all(_: &Dir) -> io::Result<()> {
    Ok(())
}
