//! A session's sources, in the form that the index reads.

use index::{FileStamp, FileUnreadError, FolderEntries, LensFile, OpenFolder, OpenSource, SourceIdentity, SourceSet};
use lens::GameVersion;
use reply_kit::Address;
use world_adapter::{FileStat, ReadSourceError, SourceBytes, SourceFolder, SourceReader, WorldSource, WorldSources};

/// The game and the mods that a session sees, in load order. Only [`world_adapter::WorldAdapter::sources`] makes them, so there is no
/// lens without a session (L90).
#[derive(Debug)]
pub struct SessionSources {
    sources: WorldSources,
}

impl SessionSources {
    /// The sources of a session, for an index.
    pub fn new(sources: WorldSources) -> Self {
        Self { sources }
    }

    /// The sources as the world adapter gave them.
    pub fn as_world_sources(&self) -> &WorldSources {
        &self.sources
    }

    /// A source by its number.
    pub fn get(&self, source: usize) -> &WorldSource {
        &self.sources.opened[source]
    }

    /// The address of a file that an index found. A walk has seen it, so it has one.
    pub fn address_of(&self, file: &LensFile) -> Option<Address> {
        self.get(file.source()).address_of(file.path())
    }

    /// The source that an agent names: `game`, a mod's name, or the address of either.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let wanted = name.strip_suffix('/').unwrap_or(name);
        self.sources.opened.iter().position(|source| match source.mod_name() {
            Some(key) => wanted == key || source.address().as_str() == wanted,
            None => wanted == "game" || source.address().as_str() == wanted,
        })
    }

    /// Those that cannot be opened: their files are in no answer.
    pub fn unopened(&self) -> Vec<Address> {
        self.sources.unopened.iter().map(|source| source.address.clone()).collect()
    }

    pub(crate) fn read(&self, source: usize, path: &str) -> Result<SourceBytes, ReadSourceError> {
        self.get(source).read(path)
    }
}

/// A source that the index reads.
struct IndexedSource<'s>(SourceReader<'s>);

impl OpenSource for IndexedSource<'_> {
    fn is_spelled(&mut self, path: &str) -> bool {
        self.0.is_spelled(path) == Ok(true)
    }

    fn stamp(&mut self, path: &str) -> Result<FileStamp, FileUnreadError> {
        self.0.stat(path).map(stamp).map_err(unread)
    }

    fn folder(&mut self, path: &str, known: &[u8]) -> Result<Box<dyn OpenFolder + '_>, FileUnreadError> {
        Ok(Box::new(IndexedFolder(self.0.folder(path, known).map_err(unread)?)))
    }
}

/// A folder that the index reads.
struct IndexedFolder(SourceFolder);

impl OpenFolder for IndexedFolder {
    fn entries(&self) -> Option<FolderEntries<'_>> {
        let names = || self.0.names().collect();
        (!self.0.is_known()).then(|| FolderEntries { known: self.0.entries(), names: names() })
    }

    fn is_whole(&self) -> bool {
        self.0.is_whole()
    }

    fn stamp(&self, name: &str) -> Result<FileStamp, FileUnreadError> {
        self.0.stat(name).map(stamp).map_err(unread)
    }
}

fn stamp(stat: FileStat) -> FileStamp {
    FileStamp {
        size: stat.size,
        modified_ns: stat.modified_ns.unwrap_or_default(),
        changed_ns: stat.changed_ns.unwrap_or_default(),
        inode: stat.inode.unwrap_or_default(),
    }
}

fn unread(error: ReadSourceError) -> FileUnreadError {
    match error {
        ReadSourceError::Absent | ReadSourceError::NotAFile => FileUnreadError::Absent,
        ReadSourceError::TooLarge(_) => FileUnreadError::TooLarge,
        ReadSourceError::Unreadable => FileUnreadError::Unreadable,
    }
}

impl SourceSet for SessionSources {
    fn count(&self) -> usize {
        self.sources.opened.len()
    }

    fn is_game(&self, source: usize) -> bool {
        self.get(source).mod_name().is_none()
    }

    fn game_version(&self) -> Option<GameVersion> {
        self.sources.game_version.as_ref().and_then(|version| version.as_str().parse().ok())
    }

    fn identity(&self, source: usize) -> SourceIdentity {
        SourceIdentity(self.get(source).location().to_bytes())
    }

    fn open(&self, source: usize) -> Result<Box<dyn OpenSource + '_>, FileUnreadError> {
        Ok(Box::new(IndexedSource(self.get(source).reader().map_err(unread)?)))
    }

    fn read(&self, source: usize, path: &str, take: &mut dyn FnMut(&[u8])) -> Result<(), FileUnreadError> {
        take(&self.get(source).read(path).map_err(unread)?);
        Ok(())
    }
}
