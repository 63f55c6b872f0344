//! The file that an address names now: before a change, or long after one.

use std::cell::OnceCell;
use std::time::SystemTime;

use cap_std::fs::Metadata;

use crate::change::attributes::{Attributes, since_1970};
use crate::read::digest::Digest;
use crate::read::file::{self, ContentError};
use crate::resolve::reference_table::Target;
use crate::roots::contained::InodeId;

/// Content and metadata of a file, all from one handle.
pub struct CurrentFile {
    content: Vec<u8>,
    digest: OnceCell<Digest>,
    version: FileVersion,
    /// Its attributes.
    pub attributes: Attributes,
    /// When it was created, in seconds and nanoseconds since 1970, where the file system records it.
    pub created: Option<(u64, u32)>,
}

impl CurrentFile {
    pub(crate) fn of(target: &Target) -> Result<Self, ContentError> {
        // Metadata first, so that a file that changes while it is read is recognised as changed.
        let (file, metadata) = file::open_regular(target)?;
        let attributes = Attributes::of(&file, &metadata)?;
        let content = file::read_whole(&file, &metadata)?;
        let created = since_1970(metadata.created());
        Ok(Self { content, digest: OnceCell::new(), version: FileVersion::of(&metadata), attributes, created })
    }

    /// What it holds.
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// The digest of that.
    pub fn digest(&self) -> Digest {
        *self.digest.get_or_init(|| Digest::of(&self.content))
    }

    /// The inode number, which does not depend on the name.
    pub fn file_number(&self) -> u64 {
        self.version.id.inode
    }

    /// Whether the file is still the same, with the same content.
    pub(super) fn is(&self, other: &Self) -> bool {
        // The bytes are compared as well, because a coarse clock could hide a change.
        self.version == other.version && self.content == other.content
    }
}

short_debug!(CurrentFile, it => "CurrentFile({} bytes)", it.content.len());

/// The metadata that changes when a file does.
#[derive(PartialEq, Eq)]
struct FileVersion {
    id: InodeId,
    size: u64,
    modified: Option<SystemTime>,
}

impl FileVersion {
    fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok().map(cap_std::time::SystemTime::into_std);
        Self { id: InodeId::of(metadata), size: metadata.len(), modified }
    }
}
