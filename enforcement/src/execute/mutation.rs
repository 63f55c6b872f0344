//! A change as enforcement sees it: operation, target and content.

use reply_kit::{Address, ClientName, Id, Text};
use world_adapter::{
    CreateMod, Delete, DeleteFolder, Digest, FolderSummary, Identity, Operation, OperationName, Rename, Resolved,
    SessionId, SessionLabel, Write,
};

use crate::quoted::quoted;

/// What a grant binds (L66): exactly this change, and no other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Change {
    pub(crate) operation: OperationName,
    pub(crate) target: Identity,
    pub(crate) destination: Option<Identity>,
    /// What a write leaves, a deletion removes or a rename moves; known once the file has been read.
    pub(crate) content: Option<Digest>,
    /// What a write replaces: a person saw the difference from it.
    pub(crate) replaced: Option<Digest>,
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a change: enforcement governs changes only (L63)",
    label = "not a change",
    note = "reading is governed by what is visible: resolve the target and read it through its reference"
)]
/// An operation that enforcement governs; reading is not one of them (L63).
pub trait Mutation: Operation + Sized {
    /// The target of a rename.
    #[doc(hidden)]
    fn destination(&self) -> Option<&Resolved> {
        None
    }
}

impl Mutation for Write {}

impl Mutation for Delete {}

impl Mutation for DeleteFolder {}

impl Mutation for CreateMod {}

impl Mutation for Rename {
    fn destination(&self) -> Option<&Resolved> {
        Some(Rename::destination(self))
    }
}

impl Change {
    pub(crate) fn new<O: Mutation>(target: &Resolved, operation: &O) -> Self {
        Self {
            operation: O::NAME,
            target: target.identity().clone(),
            destination: operation.destination().map(|to| to.identity().clone()),
            content: None,
            replaced: None,
        }
    }

    /// Whether an answer about one counts for the other: the same operation on the same target, whatever its content.
    pub(crate) fn is_same_but_for_content(&self, other: &Self) -> bool {
        (self.operation, &self.target, &self.destination) == (other.operation, &other.target, &other.destination)
    }

    /// What the target held when a person was asked.
    pub(crate) fn held(&self) -> Option<Digest> {
        match self.operation {
            OperationName::Write | OperationName::CreateMod => self.replaced,
            OperationName::Delete | OperationName::Rename => self.content,
        }
    }
}

/// A summary of a change: what a person is asked about.
#[derive(Clone, Debug)]
pub struct ChangeSummary {
    /// The operation.
    pub operation: OperationName,
    /// The target.
    pub target: Address,
    /// For a rename, the new name.
    pub destination: Option<Address>,
    /// The digest of what a write leaves, a deletion removes or a rename moves.
    pub content: Option<Digest>,
    /// The summary of the folder, if it is one.
    pub folder: Option<FolderSummary>,
    /// The session that asks, by its label.
    pub session: SessionLabel,
    /// The contract that covers it, and what that is for.
    pub contract: Option<(Id, Text)>,
    /// The client that asks, as it calls itself.
    pub client: Option<ClientName>,
}

impl ChangeSummary {
    pub(crate) fn new<O: Mutation>(session: SessionId, target: &Resolved, operation: &O) -> Self {
        Self {
            operation: O::NAME,
            target: target.named(),
            destination: operation.destination().map(Resolved::named),
            content: None,
            folder: None,
            session: session.label(),
            contract: None,
            client: None,
        }
    }
}

/// A summary of a folder for a person: sizes, and the first names in it, each in quotation marks (L103).
pub fn folder_in_words(folder: &FolderSummary) -> String {
    let FolderSummary { files, folders, bytes, names } = folder;
    let shown: Vec<String> = names.iter().map(|name| format!("\n            {}", quoted(name))).collect();
    let rest = match folder.rest() {
        0 => String::new(),
        rest => format!("\n            and {rest} more"),
    };
    let counted = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (files, folders, bytes) = (counted(*files, "file"), counted(*folders, "folder"), counted(*bytes, "byte"));
    format!("{files}, {folders}, {bytes}{}{rest}", shown.concat())
}
