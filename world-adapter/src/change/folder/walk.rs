//! Reads a whole folder, always in the same order. No link is followed, and nothing recurses: a folder may be deep.

use std::io::{self, Read as _};
use std::time::Instant;

use cap_fs_ext::MetadataExt as _;
use cap_std::fs::{Dir, File, Metadata};
use sha2::{Digest as _, Sha256};

use super::snapshot::{EntryKind, FolderEntry, SnapshotWriter};
use super::{FolderListing, FolderSummary, FolderVersion, MAX_FOLDER_BYTES, MAX_FOLDER_ENTRIES};
use crate::change::attributes::{Attributes, since_1970};
use crate::change::lock::{LockError, wait_for_lock};
use crate::read::digest::Digest;
use crate::read::kind::Kind;
use crate::roots::contained::{self, LookupError, Scratch, join};

/// The longest path below the folder, in bytes: the limit of one system call.
const MAX_PATH_BYTES: usize = 4_000;

/// Why a folder could not be read as a whole.
#[derive(Debug)]
pub(crate) enum WalkError {
    /// It holds something that does not belong to it, or that could not be restored.
    NotOwn,
    /// It holds something that this user cannot read, by its path from the folder.
    Closed(String),
    /// It holds more than can be changed at once.
    TooLarge { entries: u64, bytes: u64 },
    /// An entry was added or removed while it was read, or another program holds it.
    Changing,
    /// The system failed.
    Failed(io::Error),
}

impl From<io::Error> for WalkError {
    fn from(error: io::Error) -> Self {
        LookupError::from(error).into()
    }
}

impl From<LookupError> for WalkError {
    fn from(miss: LookupError) -> Self {
        match miss {
            LookupError::Absent => Self::Changing,
            LookupError::Hidden | LookupError::Misspelled(_) | LookupError::Closed(_) => Self::NotOwn,
            LookupError::Failed(error) => Self::Failed(error),
        }
    }
}

impl WalkError {
    fn at(path: &str, miss: LookupError) -> Self {
        if let LookupError::Closed(_) = miss { Self::Closed(path.to_owned()) } else { miss.into() }
    }
}

/// Who may still be changing something in the folder.
#[derive(Clone, Copy)]
pub(crate) enum Writers {
    /// The caller guarantees that there are no writers.
    Absent,
    /// Each directory is locked in turn: a writer that started before the folder was moved has finished, and a later one finds
    /// its directory gone (L102).
    AwaitedUntil(Instant),
}

impl FolderVersion {
    /// Reads everything in a folder in which nothing is being written.
    pub(crate) fn of(folder: &Dir) -> Result<Self, WalkError> {
        walk(folder, Writers::Absent, None)
    }
}

/// Which part of a folder is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Everything,
    /// All but the contents of files.
    Metadata,
}

/// Reads everything in a folder, and stores it if there is a place for it.
pub(crate) fn walk(
    folder: &Dir,
    writers: Writers,
    copy: Option<&mut SnapshotWriter<'_>>,
) -> Result<FolderVersion, WalkError> {
    let metadata = folder.dir_metadata()?;
    let walk = walk_through(folder, &metadata, Extent::Everything, writers, copy)?;
    Ok(FolderVersion {
        digest: Digest::from_hash(walk.hash),
        listing: FolderListing { summary: walk.summary, metadata: metadata_digest(walk.metadata) },
        file_number: metadata.ino(),
        created: since_1970(metadata.created()),
    })
}

/// Reads what a folder holds, without the contents of its files.
pub(crate) fn list(folder: &Dir) -> Result<FolderListing, WalkError> {
    let metadata = folder.dir_metadata()?;
    let walk = walk_through(folder, &metadata, Extent::Metadata, Writers::Absent, None)?;
    Ok(FolderListing { summary: walk.summary, metadata: metadata_digest(walk.metadata) })
}

fn walk_through<'f, 'w>(
    folder: &'f Dir,
    metadata: &Metadata,
    extent: Extent,
    writers: Writers,
    copy: Option<&'f mut SnapshotWriter<'w>>,
) -> Result<SnapshotWalk<'f, 'w>, WalkError> {
    let mut walk = SnapshotWalk {
        folder,
        extent,
        writers,
        copy,
        device: metadata.dev(),
        hash: Sha256::new(),
        metadata: Sha256::new(),
        summary: FolderSummary::default(),
        counted_bytes: 0,
        scratch: Scratch::default(),
        buffer: vec![0; 64 * 1024],
    };
    let mut pending = vec![String::new()];
    while let Some(path) = pending.pop() {
        pending.extend(walk.directory(&path)?.into_iter().rev());
    }
    Ok(walk)
}

/// Only Unix tells when a file was last changed in a way that no program can set back.
fn metadata_digest(hash: Sha256) -> Option<Digest> {
    cfg!(unix).then(|| Digest::from_hash(hash))
}

struct SnapshotWalk<'f, 'w> {
    folder: &'f Dir,
    extent: Extent,
    writers: Writers,
    copy: Option<&'f mut SnapshotWriter<'w>>,
    device: u64,
    hash: Sha256,
    metadata: Sha256,
    summary: FolderSummary,
    /// Contents and names: both have to be stored.
    counted_bytes: u64,
    scratch: Scratch,
    buffer: Vec<u8>,
}

impl SnapshotWalk<'_, '_> {
    /// Reads one directory, and returns the paths of its subdirectories.
    fn directory(&mut self, path: &str) -> Result<Vec<String>, WalkError> {
        let dir = contained::open_dir(self.folder, path).map_err(|miss| WalkError::at(path, miss))?;
        let held = dir.try_clone()?.into_std_file();
        if let Writers::AwaitedUntil(deadline) = self.writers
            && cfg!(unix)
        {
            // A file system without locks has no writers waiting for them.
            if let Err(LockError::Busy) = wait_for_lock(&held, deadline).map_err(LockError::from) {
                return Err(WalkError::Changing);
            }
        }
        let metadata = dir.dir_metadata()?;
        if metadata.dev() != self.device {
            return Err(WalkError::NotOwn);
        }
        if !path.is_empty() {
            self.summary.folders += 1;
            self.summary.show(|| format!("{path}/"));
        }
        self.hash_parts(b'd', path, &[]);
        self.hash_metadata(path, &metadata);
        if self.extent == Extent::Everything {
            let attributes = Attributes::of(&File::from_std(held), &metadata)?;
            self.add(FolderEntry { path: path.to_owned(), kind: EntryKind::Folder, attributes });
        }
        let mut directories = Vec::new();
        for (name, kind) in self.names(&dir)? {
            let path = join(path, &name);
            if path.len() > MAX_PATH_BYTES {
                return Err(self.too_large());
            }
            match kind {
                Kind::Directory => directories.push(path),
                Kind::File => self.file(&dir, &name, path)?,
                Kind::Link => self.link(&dir, &name, path)?,
                Kind::Pipe | Kind::Socket | Kind::Device | Kind::Unknown => return Err(WalkError::NotOwn),
            }
        }
        Ok(directories)
    }

    /// The names in a directory, sorted by bytes.
    fn names(&mut self, dir: &Dir) -> Result<Vec<(String, Kind)>, WalkError> {
        let (mut names, mut more, mut is_text) = (Vec::new(), 0, true);
        let so_far = self.summary.files + self.summary.folders;
        contained::each_entry(dir, &mut self.scratch, |name, kind| {
            if so_far + names.len() as u64 > MAX_FOLDER_ENTRIES {
                more += 1;
                return;
            }
            match std::str::from_utf8(name) {
                Ok(name) => names.push((name.to_owned(), kind)),
                Err(_) => is_text = false,
            }
        })?;
        self.counted_bytes += names.iter().map(|(name, _)| name.len() as u64).sum::<u64>();
        let entries = so_far + names.len() as u64 + more;
        if entries > MAX_FOLDER_ENTRIES {
            return Err(WalkError::TooLarge { entries, bytes: self.summary.bytes });
        }
        if !is_text {
            return Err(WalkError::NotOwn);
        }
        names.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        Ok(names)
    }

    fn file(&mut self, dir: &Dir, name: &str, path: String) -> Result<(), WalkError> {
        let mut file = contained::open_file(dir, name).map_err(|miss| WalkError::at(&path, miss))?;
        let metadata = file.metadata()?;
        if Kind::of(metadata.file_type()) != Kind::File {
            return Err(WalkError::Changing);
        }
        if self.counted_bytes.saturating_add(metadata.len()) > MAX_FOLDER_BYTES {
            self.summary.bytes = self.summary.bytes.saturating_add(metadata.len());
            return Err(self.too_large());
        }
        self.hash_parts(b'f', &path, &[]);
        // Taken before the content is read: what is written from here on changes it.
        self.hash_metadata(&path, &metadata);
        if self.extent == Extent::Metadata {
            self.counted_bytes += metadata.len();
            self.count_file(metadata.len(), &path);
            return Ok(());
        }
        let mut size = 0_u64;
        loop {
            let count = match file.read(&mut self.buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            size += count as u64;
            self.counted_bytes += count as u64;
            // A file may grow while it is read.
            if self.counted_bytes > MAX_FOLDER_BYTES {
                return Err(self.too_large());
            }
            self.hash.update(&self.buffer[..count]);
            if let Some(copy) = &mut self.copy {
                copy.contents.write_all(&self.buffer[..count]).map_err(WalkError::Failed)?;
            }
        }
        self.hash.update(size.to_le_bytes());
        self.count_file(size, &path);
        let attributes = Attributes::of(&file, &metadata)?;
        self.add(FolderEntry { path, kind: EntryKind::File { size }, attributes });
        Ok(())
    }

    /// A link is a link: its target is kept, and not followed.
    fn link(&mut self, dir: &Dir, name: &str, path: String) -> Result<(), WalkError> {
        // On Windows a link cannot be recreated from what the system reports about it.
        if !cfg!(unix) {
            return Err(WalkError::NotOwn);
        }
        self.hash_metadata(&path, &dir.symlink_metadata(name)?);
        let target = dir.read_link_contents(name)?;
        let Some(target) = target.to_str() else { return Err(WalkError::NotOwn) };
        self.hash_parts(b'l', &path, target.as_bytes());
        self.count_file(0, &path);
        let kind = EntryKind::Link { target: target.to_owned() };
        self.add(FolderEntry { path, kind, attributes: Attributes::default() });
        Ok(())
    }

    fn add(&mut self, entry: FolderEntry) {
        if let Some(copy) = &mut self.copy {
            copy.entries.push(entry);
        }
    }

    fn hash_parts(&mut self, kind: u8, path: &str, rest: &[u8]) {
        self.hash.update([kind]);
        for part in [path.as_bytes(), rest] {
            self.hash.update((part.len() as u64).to_le_bytes());
            self.hash.update(part);
        }
    }

    fn count_file(&mut self, size: u64, path: &str) {
        self.summary.files += 1;
        self.summary.bytes += size;
        self.summary.show(|| path.to_owned());
    }

    #[cfg(unix)]
    fn hash_metadata(&mut self, path: &str, metadata: &Metadata) {
        use cap_std::fs::MetadataExt as Unix;
        self.metadata.update(path.as_bytes());
        for number in [path.len() as u64, Unix::ino(metadata), Unix::size(metadata)] {
            self.metadata.update(number.to_le_bytes());
        }
        let (written, changed) = (Unix::mtime(metadata), Unix::ctime(metadata));
        for time in [written, Unix::mtime_nsec(metadata), changed, Unix::ctime_nsec(metadata)] {
            self.metadata.update(time.to_le_bytes());
        }
    }

    #[cfg(not(unix))]
    fn hash_metadata(&mut self, _: &str, _: &Metadata) {}

    fn too_large(&self) -> WalkError {
        WalkError::TooLarge { entries: self.summary.files + self.summary.folders, bytes: self.summary.bytes }
    }
}
