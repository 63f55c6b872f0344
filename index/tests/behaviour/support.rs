//! Sources on a real disk, without an adapter: the tests' own [`SourceSet`].

use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use index::{
    FileStamp, FileUnreadError, FolderEntries, Index, IndexOptions, OpenFolder, OpenSource, PlaysetLens, Scope,
    SourceIdentity, SourceSet, WaitOptions,
};

/// Larger files are refused, as the adapter refuses them.
pub(crate) const MAX_SIZE: u64 = 1 << 20;

/// Directories in load order; the first is the game.
#[derive(Clone, Debug)]
pub(crate) struct Folders(pub(crate) Vec<PathBuf>);

impl SourceSet for Folders {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn is_game(&self, source: usize) -> bool {
        source == 0
    }

    fn game_version(&self) -> Option<lens::GameVersion> {
        None
    }

    fn identity(&self, source: usize) -> SourceIdentity {
        let mut hasher = std::hash::DefaultHasher::new();
        self.0[source].hash(&mut hasher);
        let mut identity = [0; 32];
        identity[..8].copy_from_slice(&hasher.finish().to_le_bytes());
        SourceIdentity(identity)
    }

    fn open(&self, source: usize) -> Result<Box<dyn OpenSource + '_>, FileUnreadError> {
        Ok(Box::new(OpenedFolder(self.0[source].clone())))
    }

    fn read(&self, source: usize, path: &str, take: &mut dyn FnMut(&[u8])) -> Result<(), FileUnreadError> {
        let path = self.0[source].join(path);
        if fs::metadata(&path).is_ok_and(|found| found.len() > MAX_SIZE) {
            return Err(FileUnreadError::TooLarge);
        }
        take(&fs::read(path).map_err(|_| FileUnreadError::Absent)?);
        Ok(())
    }
}

/// A directory of a source: its names are what tells it.
struct OpenedFolder(PathBuf);

struct Names {
    dir: PathBuf,
    entries: Vec<(String, bool)>,
    known: Vec<u8>,
    is_known: bool,
}

impl OpenSource for OpenedFolder {
    fn is_spelled(&mut self, _: &str) -> bool {
        true
    }

    fn stamp(&mut self, path: &str) -> Result<FileStamp, FileUnreadError> {
        stamp(&self.0.join(path)).ok_or(FileUnreadError::Absent)
    }

    fn folder(&mut self, path: &str, known: &[u8]) -> Result<Box<dyn OpenFolder + '_>, FileUnreadError> {
        let dir = self.0.join(path);
        let entries = fs::read_dir(&dir).map_err(|_| FileUnreadError::Absent)?;
        let name = |entry: fs::DirEntry| {
            let is_folder = entry.file_type().expect("an entry has a kind").is_dir();
            (entry.file_name().into_string().expect("tests use plain names"), is_folder)
        };
        let mut names: Vec<(String, bool)> = entries.flatten().map(name).collect();
        names.sort();
        let found = format!("{names:?}").into_bytes();
        Ok(Box::new(Names { dir, entries: names, is_known: found == known, known: found }))
    }
}

impl OpenFolder for Names {
    fn entries(&self) -> Option<FolderEntries<'_>> {
        let names = || self.entries.iter().map(|(name, is_folder)| (name.as_str(), *is_folder)).collect();
        (!self.is_known).then(|| FolderEntries { known: &self.known, names: names() })
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn stamp(&self, name: &str) -> Result<FileStamp, FileUnreadError> {
        stamp(&self.dir.join(name)).ok_or(FileUnreadError::Absent)
    }
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let found = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    let ns = |seconds: i64, rest: i64| seconds * 1_000_000_000 + rest;
    Some(FileStamp {
        size: found.len(),
        modified_ns: ns(found.mtime(), found.mtime_nsec()),
        changed_ns: ns(found.ctime(), found.ctime_nsec()),
        inode: found.ino(),
    })
}

pub(crate) fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}

pub(crate) fn index() -> Index {
    Index::new(IndexOptions::default())
}

pub(crate) fn look(index: &Index, folders: &[&Path], scope: &Scope) -> PlaysetLens<Folders> {
    let folders = Arc::new(Folders(folders.iter().map(|folder| (*folder).to_owned()).collect()));
    index.lens(&folders, scope, &WaitOptions::new(Duration::from_mins(1))).expect("a minute is enough")
}

pub(crate) fn dirs(count: usize) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let dirs = (0..count).map(|number| folder.path().join(format!("s{number}"))).collect();
    (folder, dirs)
}

pub(crate) fn refs(dirs: &[PathBuf]) -> Vec<&Path> {
    dirs.iter().map(PathBuf::as_path).collect()
}
