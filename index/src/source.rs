//! Where files come from: the sources of a session, in load order.

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

/// What a listing left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unlisted {
    /// How many directories could not be read, or lie too deep.
    pub unreadable: usize,
    /// Whether it ended before everything was visited.
    pub is_cut: bool,
}

/// Who is shown the files of a source.
pub trait ListVisitor {
    /// Whether to look into a folder.
    fn wants_folder(&mut self, path: &str) -> bool;
    /// Whether to visit a file of a folder.
    fn wants_file(&mut self, folder: &str, name: &str) -> bool;
    /// A wanted file, with its stamp as of now; nothing if it could not be asked.
    fn file(&mut self, path: &str, stamp: Option<FileStamp>);
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
    /// Shows the files below a folder of a source, or all of them for an empty path.
    fn list(&self, source: usize, folder: &str, visitor: &mut dyn ListVisitor) -> Unlisted;
    /// Hands out what a file holds.
    fn read(&self, source: usize, path: &str, take: &mut dyn FnMut(&[u8])) -> Result<(), FileUnread>;
}
