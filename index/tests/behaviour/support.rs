//! Sources on a real disk, without an adapter: the tests' own [`SourceSet`].

use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use index::{
    FileStamp, FileUnread, Index, IndexOptions, ListVisitor, PlaysetLens, Scope, SourceIdentity, SourceSet, Unlisted,
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

    fn identity(&self, source: usize) -> SourceIdentity {
        let mut hasher = std::hash::DefaultHasher::new();
        self.0[source].hash(&mut hasher);
        let mut identity = [0; 32];
        identity[..8].copy_from_slice(&hasher.finish().to_le_bytes());
        SourceIdentity(identity)
    }

    fn list(&self, source: usize, folder: &str, visitor: &mut dyn ListVisitor) -> Unlisted {
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            let Ok(entries) = fs::read_dir(self.0[source].join(&folder)) else { continue };
            let mut entries: Vec<_> = entries.flatten().collect();
            entries.sort_by_key(fs::DirEntry::file_name);
            for entry in entries {
                let name = entry.file_name().into_string().expect("tests use plain names");
                let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                if entry.path().is_dir() {
                    if visitor.wants_folder(&path) {
                        open.push(path);
                    }
                } else if visitor.wants_file(&folder, &name) {
                    visitor.file(&path, stamp(&entry.path()));
                }
            }
        }
        Unlisted::default()
    }

    fn read(&self, source: usize, path: &str, take: &mut dyn FnMut(&[u8])) -> Result<(), FileUnread> {
        let path = self.0[source].join(path);
        if fs::metadata(&path).is_ok_and(|found| found.len() > MAX_SIZE) {
            return Err(FileUnread::TooLarge);
        }
        take(&fs::read(path).map_err(|_| FileUnread::Absent)?);
        Ok(())
    }
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let found = fs::symlink_metadata(path).ok()?;
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
    index.lens(&folders, scope, Duration::from_mins(1), &|| false).expect("a minute is enough")
}

pub(crate) fn dirs(count: usize) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let dirs = (0..count).map(|number| folder.path().join(format!("s{number}"))).collect();
    (folder, dirs)
}

pub(crate) fn refs(dirs: &[PathBuf]) -> Vec<&Path> {
    dirs.iter().map(PathBuf::as_path).collect()
}
