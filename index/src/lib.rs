//! The definitions of the game and of a session's mods: parsed once, stored compactly, never stale, queried only through a
//! lens.
//!
//! [`Index`] stores what files define, by source and by the file's stamp, for any number of playsets. It has no query of its
//! own: [`Index::lens`] scans the sources of a session again, parses what changed, and returns a [`PlaysetLens`], which has all
//! the queries (L90, L92). The crate `lens` decides which definition counts.
//!
//! **Invariant:** it holds no host path and does not depend on the world adapter: files come through a [`SourceSet`], which a
//! caller can only have for a session (L94). Its cache on disk can be deleted at any time.
//!
//! Start reading at [`Index::lens`], then [`PlaysetLens::object`].
//!
//! ```
//! use index::{Index, IndexOptions};
//!
//! // Nothing is read before the first question.
//! assert_eq!(Index::new(IndexOptions::default()).parsed(), 0);
//! ```
#![forbid(unsafe_code)]

mod assemble;
mod build;
mod cache;
mod cache_file;
mod folder;
mod found;
mod groups;
mod hypothetical;
mod lens_query;
mod many;
mod nearest;
mod record;
mod scan;
mod scope;
mod source;
mod store;
mod symbols;
mod wait_options;

pub use assemble::{FileId, LensCounts, LensFile};
pub use build::Building;
pub use cache_file::CacheFile;
pub use found::{FoundDefinition, FoundKey};
pub use groups::{KeyList, KeyPage, PageKey};
pub use hypothetical::Hypothetical;
pub use lens_query::{KeyFilter, PlaysetLens};
pub use many::KeyInFolder;
pub use record::MAX_KEY;
pub use scope::Scope;
pub use source::{FileStamp, FileUnreadError, FolderEntries, OpenFolder, OpenSource, SourceIdentity, SourceSet};
pub use store::{Index, IndexOptions};
pub use wait_options::WaitOptions;
