//! A request as it waits for a person, in a file of its own.

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
    /// What is to be done.
    pub operation: String,
    /// To what.
    pub target: String,
    /// For a rename, the new name.
    pub destination: Option<String>,
    /// The digest of what a write leaves, a deletion takes away or a rename moves.
    pub content: Option<String>,
    /// What goes along, where it is a folder.
    #[serde(default)]
    pub folder: Option<FolderSummary>,
    /// What it would do: what the person is shown, and so what they agree to.
    #[serde(default)]
    pub proposal: Proposal,
    /// When it was asked, in seconds since 1970.
    pub asked: u64,
    /// The call that asked.
    #[serde(default)]
    pub trace_id: String,
    /// The session that asked, by its name for people.
    #[serde(default)]
    pub session: String,
    /// What the client calls itself.
    #[serde(default)]
    pub client: Option<String>,
    /// Its version, in its own words.
    #[serde(default)]
    pub client_version: Option<String>,
    /// The contract that covers it.
    #[serde(default)]
    pub contract: Option<String>,
    /// What the contract is for, as the agent declared it.
    #[serde(default)]
    pub intent: Option<String>,
    /// The world it is about, in the operator's words.
    #[serde(default)]
    pub world: String,
    /// Whether the operator lets it be granted without a terminal.
    #[serde(default)]
    pub without_terminal: bool,
    /// The process that asked, as the system numbers it.
    #[serde(default)]
    pub pid: u32,
    /// The process that asked, as its lock is called.
    #[serde(default)]
    pub(super) process: String,
    /// Whether that process is still there to act on a decision.
    #[serde(skip)]
    pub asker: RequesterState,
}

/// Whether the process that asked is still there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RequesterState {
    /// It waits for a decision.
    Alive,
    /// It has ended: whatever is decided, nothing will happen.
    #[default]
    Gone,
}

/// What every request of a process has in common.
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
            asker: RequesterState::Alive,
        }
    }

    /// When it expires, in seconds since 1970, without a decision: then nothing is changed.
    pub fn expires(&self) -> u64 {
        self.asked.saturating_add(Duration::as_secs(&REQUEST_TTL))
    }
}
