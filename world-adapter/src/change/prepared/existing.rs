//! What exists at the target when a change is prepared.

use super::CurrentFile;
use crate::change::folder::FolderVersion;
use crate::read::digest::Digest;

/// What a change replaces, removes or moves.
pub(crate) enum Existing {
    Nothing,
    File(CurrentFile),
    /// A folder that is changed as a whole.
    Folder(FolderVersion),
    /// The two files of a mod that is to be removed.
    Mod(Digest),
}

impl Existing {
    pub(super) fn file(&self) -> Option<&CurrentFile> {
        if let Self::File(file) = self { Some(file) } else { None }
    }

    pub(super) fn folder(&self) -> Option<&FolderVersion> {
        if let Self::Folder(state) = self { Some(state) } else { None }
    }

    pub(super) fn digest(&self) -> Option<Digest> {
        match self {
            Self::Nothing => None,
            Self::File(file) => Some(file.digest()),
            Self::Folder(state) => Some(state.digest),
            Self::Mod(digest) => Some(*digest),
        }
    }
}

impl From<Option<CurrentFile>> for Existing {
    fn from(previous: Option<CurrentFile>) -> Self {
        previous.map_or(Self::Nothing, Self::File)
    }
}
