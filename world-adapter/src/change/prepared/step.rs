//! The step that makes a change.

use super::FileMetadata;
use crate::change::authority::OperationName;
use crate::change::folder::FolderSnapshot;
use crate::change::new_mod::ModFiles;
use crate::change::write::{FileContent, MissingParents};
use crate::read::digest::Digest;
use crate::resolve::resolved::Resolved;

/// What the commit does, and what it needs.
pub(crate) enum ChangeStep {
    Replace {
        content: FileContent,
        metadata: FileMetadata,
        parents: MissingParents,
        must_be_new: bool,
    },
    Remove,
    Move {
        to: Resolved,
        parents: MissingParents,
        must_be_new: bool,
    },
    RemoveFolder,
    PlaceFolder {
        snapshot: FolderSnapshot,
        digest: Digest,
        parents: MissingParents,
    },
    CreateMod {
        files: ModFiles,
        has_folder: bool,
    },
    /// With the digest of what was found of the mod.
    RemoveMod {
        found: Digest,
    },
}

impl ChangeStep {
    pub(super) fn operation(&self) -> OperationName {
        match self {
            Self::Replace { .. } | Self::PlaceFolder { .. } => OperationName::Write,
            Self::Remove | Self::RemoveFolder | Self::RemoveMod { .. } => OperationName::Delete,
            Self::CreateMod { .. } => OperationName::CreateMod,
            Self::Move { .. } => OperationName::Rename,
        }
    }

    /// Digest and size of the content that the step writes.
    pub(super) fn written(&self) -> Option<(Digest, u64)> {
        match self {
            Self::Replace { content, .. } => Some((content.digest(), content.as_bytes().len() as u64)),
            Self::CreateMod { files, .. } => Some((files.digest(), files.size())),
            _ => None,
        }
    }

    pub(super) fn destination(&self) -> Option<&Resolved> {
        match self {
            Self::Move { to, .. } => Some(to),
            _ => None,
        }
    }

    /// How many directories the step creates above its target.
    pub(super) fn missing_parents(&self) -> usize {
        match self {
            Self::Replace { parents, .. } | Self::Move { parents, .. } | Self::PlaceFolder { parents, .. } => {
                parents.names.len()
            }
            _ => 0,
        }
    }

    pub(super) fn is_about_mod(&self) -> bool {
        matches!(self, Self::CreateMod { .. } | Self::RemoveMod { .. })
    }
}
