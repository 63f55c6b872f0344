//! Bulk reading: the game and every mod of a session, file by file, through one reference each (L94).
//!
//! [`WorldAdapter::sources`](crate::WorldAdapter::sources) resolves them once. What follows needs no call and no builder:
//! [`WorldSource::walk`] shows the files below one as `tree` would, [`WorldSource::read`] reads one, both from any thread;
//! [`WorldSource::reader`] asks single folders again, for what has changed in them.
//! Any crate may parse and search what was read; only [`WorldAdapter::excerpt`](crate::WorldAdapter::excerpt) turns it into
//! something that a reply can carry (L49).

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
