//! Journal records (L68). This crate defines what is recorded; the server writes the file.

use std::borrow::Cow;

use reply_kit::{Address, CodeRef, Id, TraceId};
use serde::{Serialize, Serializer};
use world_adapter::{Mode, OperationName, SessionLabel};

/// The three decisions (L62).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Decision {
    /// The change is permitted.
    Allow,
    /// The policy denies it.
    Deny,
    /// A person has to approve it.
    RequireToken,
}

/// Where a person made a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedAt {
    /// In the client of the agent.
    Client,
    /// In the approval queue: at a terminal, or on the dashboard.
    Queue,
}

/// One line of the journal. There is no field that could hold a host path.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Record {
    /// Enforcement decided about a change.
    Decision {
        /// The call.
        trace_id: TraceId,
        /// The session.
        session: SessionLabel,
        /// The target.
        #[serde(serialize_with = "address")]
        target: Address,
        /// For a rename, the new name.
        #[serde(serialize_with = "address_some")]
        destination: Option<Address>,
        /// The operation.
        operation: OperationName,
        /// In which mode.
        mode: Option<Mode>,
        /// The decision.
        decision: Decision,
        /// The code of the denial; `None` when it was allowed.
        code: Option<CodeRef>,
        /// The contract it was decided under.
        contract: Option<Id>,
        /// The request that is pending because of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        request: Option<Id>,
        /// Whether it was a dry run.
        dry_run: bool,
    },
    /// A permitted change was made, or failed.
    Executed {
        /// The call.
        trace_id: TraceId,
        /// The session.
        session: SessionLabel,
        /// What was changed.
        #[serde(serialize_with = "address")]
        target: Address,
        /// What was done.
        operation: OperationName,
        /// The contract it was done under.
        contract: Option<Id>,
        /// The request that a person granted for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        request: Option<Id>,
        /// Why it failed; `None` if it succeeded. The system's error, without a path.
        failure: Option<String>,
    },
    /// A contract was opened.
    ContractOpened {
        /// The call.
        trace_id: TraceId,
        /// The session.
        session: SessionLabel,
        /// The contract.
        contract: Id,
        /// What it is for, as the agent declared it.
        intent: String,
        /// What it covers.
        #[serde(serialize_with = "addresses")]
        targets: Vec<Address>,
        /// Which operations it covers.
        operations: Vec<OperationName>,
        /// How long it lasts.
        expires_in_seconds: u64,
    },
    /// A contract was closed.
    ContractClosed {
        /// The call.
        trace_id: TraceId,
        /// The session.
        session: SessionLabel,
        /// The contract.
        contract: Id,
        /// How many changes were made under it.
        changes: usize,
    },
    /// A person decided about a request.
    Approval {
        /// The call that the decision was applied to.
        trace_id: TraceId,
        /// The session.
        session: SessionLabel,
        /// The request.
        request: Id,
        /// Whether they agreed.
        granted: bool,
        /// Where they decided.
        decided_at: DecidedAt,
    },
}

impl Record {
    /// The call that it belongs to.
    pub fn trace_id(&self) -> TraceId {
        match self {
            Self::Decision { trace_id, .. }
            | Self::Executed { trace_id, .. }
            | Self::ContractOpened { trace_id, .. }
            | Self::ContractClosed { trace_id, .. }
            | Self::Approval { trace_id, .. } => *trace_id,
        }
    }
}

/// The most bytes of one address in a line, and the most addresses: an agent chooses them, and must not be able to fill the
/// journal (L106).
const MAX_ADDRESS_BYTES: usize = 300;
const MAX_ADDRESSES: usize = 20;

/// An address in a line: a very long one is cut, with the count of the rest.
fn shortened(address: &Address) -> Cow<'_, str> {
    let text = address.as_str();
    if text.len() <= MAX_ADDRESS_BYTES {
        return Cow::Borrowed(text);
    }
    let kept = &text[..text.floor_char_boundary(MAX_ADDRESS_BYTES)];
    Cow::Owned(format!("{kept}… and {} more bytes", text.len() - kept.len()))
}

fn address<S: Serializer>(address: &Address, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&shortened(address))
}

#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
fn address_some<S: Serializer>(address: &Option<Address>, to: S) -> Result<S::Ok, S::Error> {
    address.as_ref().map(shortened).serialize(to)
}

fn addresses<S: Serializer>(addresses: &[Address], to: S) -> Result<S::Ok, S::Error> {
    let rest = addresses.len().saturating_sub(MAX_ADDRESSES);
    let listed = addresses.iter().take(MAX_ADDRESSES).map(shortened);
    to.collect_seq(listed.chain((rest > 0).then(|| Cow::Owned(format!("and {rest} more")))))
}

/// The journal cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the journal cannot be written")]
pub struct JournalUnavailable;

/// Where records are written. If that fails, the change does not happen.
pub trait Journal: Send + Sync {
    /// Writes and syncs one record before it returns.
    fn record(&self, record: &Record) -> Result<(), JournalUnavailable>;
}
