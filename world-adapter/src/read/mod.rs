//! Reading through a reference: files, lists, trees.

mod bulk;
mod check;
pub(crate) mod digest;
pub(crate) mod encoding;
pub(crate) mod file;
pub(crate) mod kind;
pub(crate) mod list;
pub(crate) mod page;
mod read_many;
pub(crate) mod tree;

pub use bulk::{
    Excerpt, FileVisitor, FoundFile, InstalledVersion, MAX_EXCERPT, ReadSourceError, SourceBytes, SourceFolder,
    SourceReader, UnopenedSource, WalkEnd, WalkOptions, WalkReport, WorldSource, WorldSources,
};
pub use check::{CheckData, DefinitionData, FileProblems};
pub use digest::{Digest, ParseDigestError};
pub use encoding::{Encoding, LineEnds};
pub use file::{FileText, MAX_FILE, Part, ReadLimit};
pub use kind::Kind;
pub use list::{FileDetails, Listing, OtherEntry};
pub use page::{Depth, Page};
pub use read_many::FileTexts;
pub use tree::Tree;
