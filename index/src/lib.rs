//! The definitions of the game and of a session's mods: parsed once, kept compact, never stale, asked through a lens alone.
//!
//! [`Index`] keeps what files define, by source and by the file's stamp, for as many playsets as come along. It has no query of its
//! own: [`Index::lens`] looks at the sources of a session again, parses what changed, and gives a [`PlaysetLens`], which has all of
//! them (L90, L92). Which definition counts is decided by the crate `lens`.
//!
//! **Invariant:** it holds no host path and knows no world adapter: files come through a [`SourceSet`], which a caller can only have
//! for a session (L94). What it keeps on disk can be deleted at any time.
//!
//! Start reading at [`Index::lens`], then [`PlaysetLens::object`].
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
mod look;
mod many;
mod nearest;
mod patience;
mod record;
mod scope;
mod source;
mod store;
mod symbols;

pub use assemble::{FileId, LensCounts, LensFile};
pub use build::Building;
pub use cache_file::CacheFile;
pub use found::{FoundDefinition, FoundKey};
pub use groups::{Conflicts, KeyPage, PageKey};
pub use hypothetical::Hypothetical;
pub use lens_query::{KeyFilter, PlaysetLens};
pub use many::KeyInFolder;
pub use patience::Patience;
pub use record::MAX_KEY;
pub use scope::Scope;
pub use source::{FileStamp, FileUnread, FolderEntries, OpenFolder, OpenSource, SourceIdentity, SourceSet};
pub use store::{Index, IndexOptions};
pub use symbols::Symbols;
