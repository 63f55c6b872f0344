//! What goes into the journal (L68). This crate says what happened; the server keeps the file.

use reply_kit::{Address, CodeRef, Id, TraceId};
use serde::{Serialize, Serializer};
use world_adapter::{Mode, OperationName};

/// The three decisions (L62).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Decision {
    /// The change is permitted.
    Allow,
    /// Policy refuses it.
    Deny,
    /// It waits for a person.
    RequireToken,
}

/// One line of the journal. There is no field that could hold a host path.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Record {
    /// Enforcement decided about a change.
    Decision {
        /// The call.
        #[serde(serialize_with = "display")]
        trace_id: TraceId,
        /// The session.
        #[serde(serialize_with = "display")]
        session: Id,
        /// What was to be changed.
        #[serde(serialize_with = "display")]
        target: Address,
        /// For a rename, the new name.
        #[serde(serialize_with = "display_some")]
        destination: Option<Address>,
        /// What was to be done.
        #[serde(serialize_with = "operation_word")]
        operation: OperationName,
        /// In which mode.
        #[serde(serialize_with = "display_some")]
        mode: Option<Mode>,
        /// What was decided.
        decision: Decision,
        /// The code of the denial; nothing when it was allowed.
        #[serde(serialize_with = "display_some")]
        code: Option<CodeRef>,
        /// The contract it was decided under.
        #[serde(serialize_with = "display_some")]
        contract: Option<Id>,
        /// Whether it was only a rehearsal.
        dry_run: bool,
    },
    /// A permitted change was made, or failed.
    Executed {
        /// The call.
        #[serde(serialize_with = "display")]
        trace_id: TraceId,
        /// What was changed.
        #[serde(serialize_with = "display")]
        target: Address,
        /// What was done.
        #[serde(serialize_with = "operation_word")]
        operation: OperationName,
        /// The contract it was done under.
        #[serde(serialize_with = "display_some")]
        contract: Option<Id>,
        /// Why it failed; nothing when it succeeded. The system's word for it, without a path.
        failure: Option<String>,
    },
    /// A contract was opened.
    ContractOpened {
        /// The call.
        #[serde(serialize_with = "display")]
        trace_id: TraceId,
        /// The session.
        #[serde(serialize_with = "display")]
        session: Id,
        /// The contract.
        #[serde(serialize_with = "display")]
        contract: Id,
        /// What it is for, as the agent declared it.
        intent: String,
        /// What it covers.
        #[serde(serialize_with = "display_all")]
        targets: Vec<Address>,
        /// Which operations it covers.
        #[serde(serialize_with = "operation_words")]
        operations: Vec<OperationName>,
        /// For how long.
        expires_in_seconds: u64,
    },
    /// A contract was closed.
    ContractClosed {
        /// The call.
        #[serde(serialize_with = "display")]
        trace_id: TraceId,
        /// The contract.
        #[serde(serialize_with = "display")]
        contract: Id,
        /// How many changes were made under it.
        changes: usize,
    },
    /// A person decided about a request.
    Approval {
        /// The call that the decision was applied to.
        #[serde(serialize_with = "display")]
        trace_id: TraceId,
        /// The request.
        #[serde(serialize_with = "display")]
        request: Id,
        /// Whether they agreed.
        granted: bool,
    },
}

fn display<T: std::fmt::Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
fn display_some<T: std::fmt::Display, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => to.collect_str(value),
        None => to.serialize_none(),
    }
}

fn display_all<T: std::fmt::Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(values.iter().map(ToString::to_string))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn operation_word<S: Serializer>(value: &OperationName, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(value.word().as_str())
}

fn operation_words<S: Serializer>(values: &[OperationName], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(values.iter().map(|value| value.word().as_str()))
}

/// The journal cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the journal cannot be written")]
pub struct JournalUnavailable;

/// Where records go. If it fails, the change does not happen.
pub trait Journal: Send + Sync {
    /// Writes one record, for good, before it returns.
    fn record(&self, record: &Record) -> Result<(), JournalUnavailable>;
}
