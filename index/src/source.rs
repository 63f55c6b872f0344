//! Where files come from: the sources of a session, in load order.

use lens::GameVersion;

/// Which directory a source is: a digest that says nothing of where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceIdentity(pub [u8; 32]);

/// What the system says of a file; a changed file has another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileStamp {
    /// Its size in bytes.
    pub size: u64,
    /// When its content was last written, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// When anything about it was last changed; 0 where the system does not say.
    pub changed_ns: i64,
    /// Its number on its disk; 0 where the system does not say.
    pub inode: u64,
}

/// Why a file has no content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileUnread {
    /// It is not there any more.
    #[error("is not there")]
    Absent,
    /// It is larger than what is parsed.
    #[error("is too large")]
    TooLarge,
    /// The system fails to read it.
    #[error("cannot be read")]
    Unreadable,
}

/// The sources of a session, in load order: the game first, then its mods.
///
/// An implementation shows what the session sees, and nothing else (L94).
pub trait SourceSet: Send + Sync + 'static {
    /// How many there are.
    fn count(&self) -> usize;
    /// Whether a source is the game.
    fn is_game(&self, source: usize) -> bool;
    /// Which directory a source is.
    fn identity(&self, source: usize) -> SourceIdentity;
    /// The version of the game, if it is known: rules hold from a version on.
    fn game_version(&self) -> Option<GameVersion>;
    /// Opens a source for a few questions.
    fn open(&self, source: usize) -> Result<Box<dyn OpenSource + '_>, FileUnread>;
    /// Hands out what a file holds.
    fn read(&self, source: usize, path: &str, take: &mut dyn FnMut(&[u8])) -> Result<(), FileUnread>;
}

/// A source that is being scanned.
pub trait OpenSource {
    /// Whether a path is spelled as its disk spells it; a disk that ignores letter case opens others too.
    fn is_spelled(&mut self, path: &str) -> bool;
    /// What the system says of a regular file, now.
    fn stamp(&mut self, path: &str) -> Result<FileStamp, FileUnread>;
    /// Opens a folder, or the source itself for an empty path. `known` is what [`OpenFolder::entries`] returned the last time.
    fn folder(&mut self, path: &str, known: &[u8]) -> Result<Box<dyn OpenFolder + '_>, FileUnread>;
}

/// A folder that is being scanned.
pub trait OpenFolder {
    /// What is in it; nothing if that is what was known.
    fn entries(&self) -> Option<FolderEntries<'_>>;
    /// Whether all of it could be read.
    fn is_whole(&self) -> bool;
    /// What the system says of a regular file in it, now.
    fn stamp(&self, name: &str) -> Result<FileStamp, FileUnread>;
}

/// What is in a folder.
#[derive(Clone, Debug)]
pub struct FolderEntries<'f> {
    /// What tells it from any other content; only the source knows how it is written.
    pub known: &'f [u8],
    /// The names of files and folders that the session sees, sorted by bytes, each with whether it is a folder.
    pub names: Vec<(&'f str, bool)>,
}
