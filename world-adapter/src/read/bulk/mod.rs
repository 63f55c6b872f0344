//! Bulk reading: the game and every mod of a session, file by file, through one reference each (L94).
//!
//! [`WorldAdapter::sources`](crate::WorldAdapter::sources) resolves them once. After that no call and no builder is needed:
//! [`WorldSource::walk`] visits the files as `tree` would, [`WorldSource::read`] reads one, both from any thread;
//! [`WorldSource::reader`] re-reads single folders to find changes. Any crate may parse and search the content; only
//! [`WorldAdapter::excerpt`](crate::WorldAdapter::excerpt) turns it into something that a reply can carry (L49).

mod bytes;
mod excerpt;
mod folder;
mod game_version;
mod source;
pub(crate) mod walk;

pub use bytes::{ReadSourceError, SourceBytes};
pub use excerpt::{Excerpt, MAX_EXCERPT};
pub use folder::{SourceFolder, SourceReader};
pub use game_version::InstalledVersion;
pub use source::{UnopenedSource, WorldSource, WorldSources};
pub use walk::{FileVisitor, FoundFile, WalkEnd, WalkOptions, WalkReport};
