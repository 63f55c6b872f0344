//! Authorised changes (L61): defined here, made by enforcement alone.

use std::fmt;

use replies::En;
use reply_kit::{Layer, ReplyData, Voice};
use serde::Serialize;

use crate::change::attributes::Attributes;
use crate::change::folder::FolderSnapshot;
use crate::change::new_mod::NewMod;
use crate::change::write::edit::Replacement;
use crate::change::write::syntax::Syntax;
use crate::change::write::{FileContent, Replaces};
use crate::read::digest::Digest;
use crate::resolve::resolved::Resolved;

/// A layer that may authorise changes: enforcement, and no other.
#[diagnostic::on_unimplemented(
    message = "layer `{Self}` may not authorise a change: that is enforcement's alone, with `Voice<En>` (L61)",
    label = "not enforcement's voice",
    note = "hand the resolved target to enforcement, and pass its terminal reply on with `?`"
)]
pub trait AuthorisesChanges: Layer {}

impl AuthorisesChanges for En {}

/// The right to authorise changes. Making one takes enforcement's voice, so that nothing else can.
#[derive(Debug)]
pub struct Authority(());

impl Authority {
    /// For enforcement: made from its voice.
    pub fn of<L: AuthorisesChanges>(_enforcement: &Voice<L>) -> Self {
        Self(())
    }

    /// Binds one operation to one target; consumes both.
    pub fn authorize<O: Operation>(&self, target: Resolved, operation: O) -> Authorized<O> {
        Authorized { target, operation }
    }
}

/// One change that enforcement has authorised. It owns its target and, for a write, its content, so there is no other target to
/// pass. It cannot be copied, and executing it consumes it.
#[must_use = "an authorised change does nothing until it is executed"]
pub struct Authorized<O: Operation> {
    pub(crate) target: Resolved,
    pub(crate) operation: O,
}

impl<O: Operation> fmt::Debug for Authorized<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Authorized({} {})", O::NAME.word(), self.target.address())
    }
}

/// The operations, as words for replies and journals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ReplyData, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationName {
    /// Create or replace a file.
    Write,
    /// Delete a file or a folder.
    Delete,
    /// Give a file or a folder another name.
    Rename,
    /// Make a mod: its folder, its descriptor and the launcher's file.
    CreateMod,
}

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not an operation: there are `Write`, `Delete`, `DeleteFolder`, `RestoreFolder`, `Rename`, `CreateMod` and `RemoveMod` (L61)",
        label = "not an operation that enforcement can authorise"
    )]
    pub trait Sealed {}
}

/// What a change is executed with: an [`Authorized`] operation, and nothing else.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not authorise a `{O}` (L61)",
    label = "not an `Authorized<{O}>`",
    note = "resolve the target, then let enforcement authorise exactly this operation on it; only its authority makes an \
            `Authorized<{O}>`"
)]
pub trait Authorisation<O: Operation> {
    /// The operation and its target.
    #[doc(hidden)]
    fn take(self) -> Authorized<O>;
}

impl<O: Operation> Authorisation<O> for Authorized<O> {
    fn take(self) -> Self {
        self
    }
}

/// A kind of change. The trait is sealed. Folders have operations of their own, under the three names that contracts and policy
/// know.
pub trait Operation: sealed::Sealed {
    /// Its name.
    const NAME: OperationName;
}

/// Create a file or replace what it holds.
#[derive(Debug)]
pub struct Write {
    pub(crate) body: WriteSource,
    pub(crate) replaces: Replaces,
    pub(crate) attributes: Option<Attributes>,
    pub(crate) syntax: Syntax,
}

/// Where a write takes its content from. The result is known only once the file was read, which is after the verdict (L61).
#[derive(Debug)]
pub(crate) enum WriteSource {
    /// These bytes.
    Exact(FileContent),
    /// This text, in the file's own encoding.
    Text(String),
    /// The current content, with a text replaced.
    Edit(Replacement),
}

impl WriteSource {
    /// How many bytes the caller gave.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Exact(content) => content.as_bytes().len(),
            Self::Text(text) => text.len(),
            Self::Edit(replacement) => replacement.old.len().max(replacement.new.len()),
        }
    }
}

/// Delete a file, or a folder with nothing in it.
#[derive(Debug)]
pub struct Delete;

/// Delete a folder with everything in it. The caller states how many files that is, so that a mistyped address does not delete
/// a tree.
#[derive(Debug)]
pub struct DeleteFolder {
    pub(crate) expected_files: u64,
}

impl DeleteFolder {
    /// The folder must hold exactly this many files, at any depth; a link counts as one.
    pub fn holding(expected_files: u64) -> Self {
        Self { expected_files }
    }
}

/// Restore a folder that was deleted: for an undo.
#[derive(Debug)]
pub struct RestoreFolder {
    pub(crate) snapshot: FolderSnapshot,
    pub(crate) digest: Digest,
}

impl RestoreFolder {
    /// The stored entries and contents. The restored folder must have this digest.
    pub fn from(snapshot: FolderSnapshot, digest: Digest) -> Self {
        Self { snapshot, digest }
    }
}

/// Create a mod in the local mods folder.
#[derive(Debug)]
pub struct CreateMod(pub NewMod);

/// Remove a mod that creation made: for an undo.
#[derive(Debug)]
pub struct RemoveMod;

/// Give a file or a folder another name. The new name is a resolved target too: a rename is a delete here and a write there.
#[derive(Debug)]
pub struct Rename {
    pub(crate) to: Resolved,
}

impl Write {
    /// Writes exactly this content, whatever the file holds now.
    pub fn new(content: impl Into<FileContent>) -> Self {
        Self::made_from(WriteSource::Exact(content.into()))
    }

    /// Writes this text, in the encoding and with the line endings of the current file.
    pub fn text(text: impl Into<String>) -> Self {
        Self::made_from(WriteSource::Text(text.into()))
    }

    /// Replaces a text in the current file.
    pub fn edit(replacement: Replacement) -> Self {
        Self::made_from(WriteSource::Edit(replacement))
    }

    fn made_from(body: WriteSource) -> Self {
        Self { body, replaces: Replaces::Anything, attributes: None, syntax: Syntax::Checked }
    }

    /// Sets whether the new content must parse; by default it must. Exact content is never parsed.
    #[must_use]
    pub fn with_syntax(mut self, syntax: Syntax) -> Self {
        self.syntax = syntax;
        self
    }

    /// Writes only if the current content is as stated.
    #[must_use]
    pub fn replacing(mut self, replaces: Replaces) -> Self {
        self.replaces = replaces;
        self
    }

    /// Sets these attributes on a file that does not exist yet; an existing file keeps its own.
    #[must_use]
    pub fn restoring(mut self, attributes: Attributes) -> Self {
        self.attributes = Some(attributes);
        self
    }
}

impl Rename {
    /// To another name, resolved like any other target.
    pub fn to(to: Resolved) -> Self {
        Self { to }
    }

    /// The new name.
    pub fn destination(&self) -> &Resolved {
        &self.to
    }
}

macro_rules! operations {
    ($($operation:ident is a $name:ident),+) => {$(
        impl sealed::Sealed for $operation {}
        impl Operation for $operation { const NAME: OperationName = OperationName::$name; }
    )+};
}
operations!(
    Write is a Write,
    Delete is a Delete,
    DeleteFolder is a Delete,
    RestoreFolder is a Write,
    Rename is a Rename,
    CreateMod is a CreateMod,
    RemoveMod is a Delete
);
