//! Where files come from: the sources of a session, in load order.

use lens::GameVersion;

/// The identity of a source's directory: a digest that reveals nothing about its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceIdentity(pub [u8; 32]);

/// The metadata of a file; a changed file has other values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileStamp {
    /// Its size in bytes.
    pub size: u64,
    /// When its content was last written, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// When anything about it last changed; 0 if the system does not say.
    pub changed_ns: i64,
    /// Its inode number; 0 if the system does not say.
    pub inode: u64,
}

/// Why a file has no content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileUnreadError {
    /// It no longer exists.
    #[error("is not there")]
    Absent,
    /// It is too large to be parsed.
    #[error("is too large")]
    TooLarge,
    /// The system failed to read it.
    #[error("cannot be read")]
    Unreadable,
}

/// The sources of a session, in load order: the game first, then its mods.
///
/// An implementation shows only what the session sees (L94).
pub trait SourceSet: Send + Sync + 'static {
    /// How many there are.
    fn count(&self) -> usize;
    /// Whether a source is the game.
    fn is_game(&self, source: usize) -> bool;
    /// The identity of a source's directory.
    fn identity(&self, source: usize) -> SourceIdentity;
    /// The version of the game, if it is known: rules apply from a version on.
    fn game_version(&self) -> Option<GameVersion>;
    /// Opens a source for a series of reads.
    fn open(&self, source: usize) -> Result<Box<dyn OpenSource + '_>, FileUnreadError>;
    /// Reads the content of a file.
    fn read(&self, source: usize, path: &str, take: &mut dyn FnMut(&[u8])) -> Result<(), FileUnreadError>;
}

/// A source that is being scanned.
pub trait OpenSource {
    /// Whether a path is spelled as on disk; a disk that ignores letter case opens other spellings too.
    fn is_spelled(&mut self, path: &str) -> bool;
    /// The current metadata of a regular file.
    fn stamp(&mut self, path: &str) -> Result<FileStamp, FileUnreadError>;
    /// Opens a folder, or the source itself for an empty path. `known` is the previous result of [`OpenFolder::entries`].
    fn folder(&mut self, path: &str, known: &[u8]) -> Result<Box<dyn OpenFolder + '_>, FileUnreadError>;
}

/// A folder that is being scanned.
pub trait OpenFolder {
    /// Its entries; `None` if they equal the known ones.
    fn entries(&self) -> Option<FolderEntries<'_>>;
    /// Whether all of it could be read.
    fn is_whole(&self) -> bool;
    /// The current metadata of a regular file in it.
    fn stamp(&self, name: &str) -> Result<FileStamp, FileUnreadError>;
}

/// The entries of a folder.
#[derive(Clone, Debug)]
pub struct FolderEntries<'f> {
    /// An opaque value that identifies the entries; only the source knows its format.
    pub known: &'f [u8],
    /// The names of its visible files and folders, sorted by bytes, each with whether it is a folder.
    pub names: Vec<(&'f str, bool)>,
}
