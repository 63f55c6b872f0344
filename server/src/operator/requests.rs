//! The pending requests, and a person's decision about one.

use std::time::Duration;

use enforcement::{ApprovalAnswer, ApprovalQueueError, FileApprovalQueue, GRANT_TTL, PendingApproval};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;
use world_adapter::{FolderSummary, Proposal};

use crate::clock_time;
use crate::journal::JournalFile;
use crate::state_paths::StatePaths;

/// A request, for display.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PendingRequest {
    pub(crate) request: String,
    /// The operation, its target, and for a rename the new name.
    pub(crate) operation: String,
    pub(crate) target: String,
    pub(crate) destination: Option<String>,
    /// The digest of what a write leaves, a deletion removes or a rename moves.
    pub(crate) content: Option<String>,
    /// The summary of the folder, if it is one.
    pub(crate) folder: Option<FolderSummary>,
    /// The effect: difference, first lines, sizes.
    pub(crate) proposal: Proposal,
    /// The whole difference or content, if it was requested and more than the beginning is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) whole: Option<String>,
    pub(crate) contract: Option<String>,
    /// What the contract is for, as the agent declared it.
    pub(crate) intent: Option<String>,
    pub(crate) client: Option<String>,
    pub(crate) client_version: Option<String>,
    /// The session's label.
    pub(crate) session: String,
    /// The call that made the request.
    pub(crate) trace_id: String,
    pub(crate) world: String,
    pub(crate) asked_at: String,
    pub(crate) age_seconds: u64,
    /// When it expires without a decision; then nothing is changed.
    pub(crate) expires_at: String,
    /// The process that made the request, and whether it still runs and can act on a decision.
    pub(crate) process: u32,
    pub(crate) is_alive: bool,
    /// Whether only a person at a terminal or at the dashboard may grant it.
    pub(crate) needs_person: bool,
}

/// The pending requests, up to a limit.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct PendingList {
    /// The oldest first.
    pub(crate) requests: Vec<PendingRequest>,
    /// How many are pending in all.
    pub(crate) total: usize,
}

impl PendingRequest {
    fn of(found: PendingApproval) -> Self {
        let (asked, expires) = (clock_time::from_seconds(found.asked), clock_time::from_seconds(found.expires()));
        Self {
            request: found.request,
            operation: found.operation,
            target: found.target,
            destination: found.destination,
            content: found.content,
            folder: found.folder,
            proposal: found.proposal,
            whole: None,
            contract: found.contract,
            intent: found.intent,
            client: found.client,
            client_version: found.client_version,
            session: found.session,
            trace_id: found.trace_id,
            world: found.world,
            asked_at: clock_time::in_utc(asked),
            age_seconds: clock_time::now().duration_since(asked).as_secs().unsigned_abs(),
            expires_at: clock_time::in_utc(expires),
            process: found.pid,
            is_alive: found.is_alive,
            needs_person: !found.without_terminal,
        }
    }

    /// When it was made.
    pub(crate) fn asked(&self) -> Timestamp {
        self.asked_at.parse().unwrap_or(Timestamp::MAX)
    }

    /// When it expires.
    pub(crate) fn expires(&self) -> Timestamp {
        self.expires_at.parse().unwrap_or(Timestamp::MAX)
    }
}

/// Where a decision was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DecisionPlace {
    /// At a terminal.
    Terminal,
    /// On the dashboard.
    Dashboard,
    /// By a program without a terminal: the operator's configuration allows that.
    Program,
}

/// A decision that was recorded.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DecidedRequest {
    pub(crate) granted: bool,
    /// How long a grant is valid, in seconds.
    pub(crate) good_for_seconds: Option<u64>,
    pub(crate) request: PendingRequest,
    /// Why the decision could not be written to the journal, if that failed.
    pub(crate) not_noted: Option<String>,
}

/// All pending requests, the oldest first.
pub(crate) fn waiting(paths: &StatePaths) -> Result<Vec<PendingRequest>, ApprovalQueueError> {
    Ok(queue(paths)?.pending()?.into_iter().map(PendingRequest::of).collect())
}

/// The oldest `limit` pending requests, and how many there are.
pub(crate) fn oldest(paths: &StatePaths, limit: usize) -> Result<PendingList, ApprovalQueueError> {
    let (found, total) = queue(paths)?.oldest(limit)?;
    Ok(PendingList { requests: found.into_iter().map(PendingRequest::of).collect(), total })
}

/// The ids of all pending requests, which show whether one came or went.
pub(crate) fn waiting_ids(paths: &StatePaths) -> Result<Vec<String>, ApprovalQueueError> {
    Ok(queue(paths)?.waiting_ids()?.into_iter().map(|(_, id)| id).collect())
}

/// The whole change of a request that is too long to be shown at first; `None` if it is not stored.
pub(crate) fn whole(paths: &StatePaths, request: &PendingRequest) -> Result<Option<String>, ApprovalQueueError> {
    Ok(queue(paths)?.whole(&request.request))
}

/// The one request whose id begins with this prefix.
pub(crate) fn find(paths: &StatePaths, prefix: &str) -> Result<PendingRequest, ApprovalQueueError> {
    queue(paths)?.find(prefix).map(PendingRequest::of)
}

/// Records a decision about a request, and writes it to the journal. Of several decisions about one request exactly one counts;
/// the others are [`ApprovalQueueError::AlreadyDecided`].
pub(crate) fn decide(
    paths: &StatePaths,
    request: &PendingRequest,
    answer: ApprovalAnswer,
    place: DecisionPlace,
) -> Result<DecidedRequest, ApprovalQueueError> {
    queue(paths)?.decide(&request.request, answer)?;
    let granted = answer == ApprovalAnswer::Granted;
    let line = json!({
        "event": "person_decided",
        "request": request.request,
        "granted": granted,
        "decided_at": place,
        "trace_id": request.trace_id,
        "session": request.session,
        "contract": request.contract,
        "operation": request.operation,
        "target": request.target,
        "content": request.content,
    });
    let noted = JournalFile::at(&paths.journal()).person(&line);
    Ok(DecidedRequest {
        granted,
        good_for_seconds: granted.then_some(Duration::as_secs(&GRANT_TTL)),
        request: request.clone(),
        not_noted: noted.err().map(|error| error.to_string()),
    })
}

fn queue(paths: &StatePaths) -> Result<FileApprovalQueue, ApprovalQueueError> {
    Ok(FileApprovalQueue::open(paths.approvals())?)
}
