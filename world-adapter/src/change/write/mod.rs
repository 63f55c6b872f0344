//! Writing: a temporary file beside the target, then one rename (L69).

pub(crate) mod compose;
pub(crate) mod edit;
mod neighbours;
pub(crate) mod syntax;

use cap_std::fs::Dir;
use replies::wa::invalid::{ContentDiffers, NotADirectory, NotAFile, TargetExists, TargetReadOnly};
use reply_kit::{Address, Declares, ReplyBuilder, Text};

use crate::change::attributes::Attributes;
use crate::change::authority::{Authorisation, Authorized, OperationName, Write, WriteSource};
use crate::change::failure::{Preparing, Unfinished};
use crate::change::lock::LockExtent;
use crate::change::prepared::{ChangeStep, CurrentFile, FileMetadata, Prepared};
use crate::codes::ChangeCodes;
use crate::read::digest::Digest;
use crate::read::file::{ContentError, MAX_FILE};
use crate::read::kind::Kind;
use crate::resolve::reference_table::Target;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::{self, LookupError, split};
use crate::world::WorldAdapter;

/// The content that a write puts into a file.
#[derive(Clone, PartialEq, Eq)]
pub struct FileContent(Vec<u8>);

impl FileContent {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Its digest, by which a grant binds it.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

impl<B: Into<Vec<u8>>> From<B> for FileContent {
    fn from(bytes: B) -> Self {
        Self(bytes.into())
    }
}

short_debug!(FileContent, it => "FileContent({} bytes)", it.0.len());

/// The state that a write expects, so that an agent does not overwrite what it has not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaces {
    /// Any state.
    Anything,
    /// No file.
    Nothing,
    /// A file with this digest.
    Exactly(Digest),
}

impl WorldAdapter {
    /// Prepares a write: checks its preconditions and computes its result. Nothing has changed yet.
    pub fn prepare_write<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<Write>,
    ) -> Preparing<'c, T, Prepared<'w>> {
        let Authorized { target, operation: write } = authorized.take();
        let (rb, lock) = self.lock(rb, OperationName::Write, LockExtent::File, &target, None)?;
        let (rb, planned) = self.plan_write(rb, &target, write)?;
        let PlannedWrite { previous, content, parents, restored } = planned;
        let metadata = match (&previous, restored) {
            (Some(previous), _) => FileMetadata::Replacing(previous.attributes.clone()),
            (None, Some(attributes)) => FileMetadata::Restored(attributes),
            (None, None) => FileMetadata::New,
        };
        // A file that appeared after the write was planned must not be overwritten.
        let step = ChangeStep::Replace { content, metadata, parents, must_be_new: previous.is_none() };
        Ok((rb, Prepared::new(self, lock, target, previous.into(), step)))
    }

    /// What a write would replace, and the new content.
    pub(crate) fn plan_write<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Resolved,
        write: Write,
    ) -> Preparing<'c, T, PlannedWrite> {
        let address = target.named();
        let Write { body, replaces, attributes, syntax } = write;
        let given = body.len() as u64;
        // Before anything is read or built (L100).
        if given > MAX_FILE {
            return Err(self.too_large(rb, &address, given).into());
        }
        let (rb, previous) = self.previous(rb, &target.target, &address, OperationName::Write)?;
        // First: if the agent has seen another file, "text not found" would tell it nothing.
        let rb = self.check_replaced(rb, &address, previous.as_ref(), replaces)?;
        if previous.is_none() && matches!(body, WriteSource::Edit(_)) {
            return Err(self.not_found(rb, address.as_str()).into());
        }
        if previous.as_ref().is_some_and(|previous| refuses_new_content(&target.target, previous)) {
            return Err(rb.invalid(&self.voice, TargetReadOnly { target: address }).into());
        }
        let (rb, content) = self.compose(rb, target, (body, syntax), previous.as_ref())?;
        let (rb, parents) = self.missing_parents(rb, &target.target, &address)?;
        Ok((rb, PlannedWrite { previous, content, parents, restored: attributes }))
    }

    /// The current content of a target: that of a regular file, or none.
    pub(crate) fn previous<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Target,
        address: &Address,
        operation: OperationName,
    ) -> Preparing<'c, T, Option<CurrentFile>> {
        match CurrentFile::of(target) {
            Ok(previous) => Ok((rb, Some(previous))),
            Err(ContentError::Missed(LookupError::Absent)) => Ok((rb, None)),
            Err(ContentError::Missed(LookupError::Hidden | LookupError::Misspelled(_))) => {
                Err(self.not_found(rb, address.as_str()).into())
            }
            Err(ContentError::OtherKind(kind)) => {
                Err(rb.invalid(&self.voice, NotAFile { target: address.clone(), kind: kind.into() }).into())
            }
            // A file that cannot be stored for an undo is not replaced.
            Err(ContentError::TooLarge(size)) => Err(self.too_large(rb, address, size).into()),
            Err(ContentError::Missed(LookupError::Failed(error) | LookupError::Closed(error))) => {
                Err(self.unfinished(rb, address.clone(), operation, error))
            }
        }
    }

    fn check_replaced<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        address: &Address,
        previous: Option<&CurrentFile>,
        replaces: Replaces,
    ) -> Result<ReplyBuilder<'c, T>, Unfinished<'c, T>> {
        let found = previous.map(CurrentFile::digest);
        match (replaces, found) {
            (Replaces::Anything, _) | (Replaces::Nothing, None) => Ok(rb),
            (Replaces::Exactly(expected), Some(found)) if expected == found => Ok(rb),
            (Replaces::Nothing, Some(_)) => {
                Err(rb.invalid(&self.voice, TargetExists { target: address.clone() }).into())
            }
            (Replaces::Exactly(expected), found) => {
                Err(self.content_differs(rb, address, found, Some(expected)).into())
            }
        }
    }

    /// The file is not what the agent, or the preparation, has seen.
    pub(crate) fn content_differs<'c, T: Declares<ContentDiffers>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        address: &Address,
        found: Option<Digest>,
        expected: Option<Digest>,
    ) -> reply_kit::Terminal<'c> {
        let word = |digest: Option<Digest>| digest.map_or(Text::from("(no file)"), Text::from);
        rb.invalid(
            &self.voice,
            ContentDiffers { target: address.clone(), found: word(found), expected: word(expected) },
        )
    }

    /// The directories that a new file needs and that do not exist yet.
    pub(crate) fn missing_parents<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Target,
        address: &Address,
    ) -> Preparing<'c, T, MissingParents> {
        let failed = |rb, error| self.unfinished(rb, address.clone(), OperationName::Write, error);
        let (rb, dir) = rb.require(target.opened.dir(), failed)?;
        let parent = split(target.path()).0;
        let (existing, rest) = match contained::open_deepest(&dir, parent) {
            Ok((existing, path)) => (existing, parent[path.len()..].split('/')),
            Err(LookupError::Absent | LookupError::Hidden | LookupError::Misspelled(_)) => {
                return Err(self.not_found(rb, address.as_str()).into());
            }
            Err(LookupError::Failed(error) | LookupError::Closed(error)) => return Err(failed(rb, error)),
        };
        let names: Vec<Box<str>> = rest.filter(|name| !name.is_empty()).map(Into::into).collect();
        // A parent that is not a directory counts as absent.
        if let Some(first) = names.first()
            && let Ok(kind) = contained::kind(&existing, first)
            && kind != Kind::Directory
        {
            let target = ancestor(address, names.len());
            return Err(rb.invalid(&self.voice, NotADirectory { target, kind: kind.into() }).into());
        }
        Ok((rb, MissingParents { existing, names }))
    }
}

/// The deepest existing directory, and the names from it to the target's parent.
pub(crate) struct MissingParents {
    pub(crate) existing: Dir,
    pub(crate) names: Vec<Box<str>>,
}

/// A write that can be made.
pub(crate) struct PlannedWrite {
    pub(crate) previous: Option<CurrentFile>,
    pub(crate) content: FileContent,
    parents: MissingParents,
    restored: Option<Attributes>,
}

/// Whether the file is read-only, by its attributes or by the system's answer. Replacing it would not ask.
pub(crate) fn refuses_new_content(target: &Target, previous: &CurrentFile) -> bool {
    previous.attributes.has_no_write_bit()
        || target.opened.dir().is_ok_and(|dir| contained::refuses_writing(&dir, target.path()))
}

/// The address `up` levels up.
fn ancestor(address: &Address, up: usize) -> Address {
    let text = (0..up).fold(address.as_str(), |text, _| text.rsplit_once('/').map_or(text, |(above, _)| above));
    text.parse().unwrap_or_else(|_| address.clone())
}
