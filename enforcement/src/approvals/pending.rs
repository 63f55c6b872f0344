//! A pending request, in a file of its own.

use std::time::Duration;

use reply_kit::Id;
use serde::{Deserialize, Serialize};
use world_adapter::{FolderSummary, Proposal};

use super::queue::ApprovalRequest;
use super::tokens::REQUEST_TTL;

/// A request as a person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingApproval {
    /// Its id.
    pub request: String,
    /// The operation.
    pub operation: String,
    /// The target.
    pub target: String,
    /// For a rename, the new name.
    pub destination: Option<String>,
    /// The digest of what a write leaves, a deletion removes or a rename moves.
    pub content: Option<String>,
    /// The summary of the folder, if it is one.
    pub folder: Option<FolderSummary>,
    /// The effect of the change: what the person is shown, and so what they agree to.
    #[serde(default)]
    pub proposal: Proposal,
    /// When it was made, in seconds since 1970.
    pub asked: u64,
    /// The call that made it.
    #[serde(default)]
    pub trace_id: String,
    /// The session that made it, by its label.
    #[serde(default)]
    pub session: String,
    /// What the client calls itself.
    pub client: Option<String>,
    /// Its version, in its own words.
    pub client_version: Option<String>,
    /// The contract that covers it.
    pub contract: Option<String>,
    /// What the contract is for, as the agent declared it.
    pub intent: Option<String>,
    /// The name of the world it is about, in the operator's words.
    #[serde(default)]
    pub world: String,
    /// Whether the operator allows it to be granted without a terminal.
    #[serde(default)]
    pub without_terminal: bool,
    /// The process id of the process that made it.
    #[serde(default)]
    pub pid: u32,
    /// The lock id of the process that made it.
    #[serde(default)]
    pub(super) process: String,
    /// Whether that process still runs and can act on a decision; of one that has ended a decision would have no effect.
    #[serde(skip)]
    pub is_alive: bool,
}

/// The fields that all requests of a process share.
#[derive(Clone, Debug, Default)]
pub(super) struct RequestingProcess {
    pub(super) world: String,
    pub(super) without_terminal: bool,
}

impl PendingApproval {
    pub(super) fn new(request: Id, asked: &ApprovalRequest<'_>, of: &RequestingProcess, process: Id, now: u64) -> Self {
        let change = asked.summary;
        let (contract, intent) =
            change.contract.as_ref().map(|(id, intent)| (id.to_string(), intent.to_string())).unzip();
        Self {
            request: request.to_string(),
            operation: change.operation.word().to_string(),
            target: change.target.to_string(),
            destination: change.destination.as_ref().map(ToString::to_string),
            content: change.content.as_ref().map(ToString::to_string),
            folder: change.folder.clone(),
            proposal: (asked.proposal)(),
            asked: now,
            trace_id: asked.trace_id.to_string(),
            session: change.session.to_string(),
            client: change.client.as_ref().map(|client| client.name.to_string()),
            client_version: change.client.as_ref().map(|client| client.version.to_string()),
            contract,
            intent,
            world: of.world.clone(),
            without_terminal: of.without_terminal,
            pid: std::process::id(),
            process: process.to_string(),
            is_alive: true,
        }
    }

    /// When it expires, in seconds since 1970, without a decision: then nothing is changed.
    pub fn expires(&self) -> u64 {
        self.asked.saturating_add(Duration::as_secs(&REQUEST_TTL))
    }
}
