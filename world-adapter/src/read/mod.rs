//! Looking at what a reference names: files, lists, trees.

pub(crate) mod digest;
pub(crate) mod encoding;
pub(crate) mod file;
pub(crate) mod kind;
pub(crate) mod list;
pub(crate) mod page;
pub(crate) mod tree;

pub use digest::{Digest, ParseDigestError};
pub use encoding::Encoding;
pub use file::{FileText, MAX_FILE, Part, ReadLimit};
pub use kind::Kind;
pub use list::{Listing, OtherEntry};
pub use page::{Depth, Page};
pub use tree::Tree;
