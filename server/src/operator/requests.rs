//! What waits for a person, and their decision about it.

use std::time::Duration;

use enforcement::{ApprovalAnswer, ApprovalQueueError, FileApprovalQueue, GRANT_TTL, PendingApproval, RequesterState};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;
use world_adapter::{FolderSummary, Proposal};

use crate::clock_time;
use crate::journal::JournalFile;
use crate::state_paths::StatePaths;

/// A request as a person is shown it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct WaitingRequest {
    pub(crate) request: String,
    /// What is to be done, to what, and for a rename under which name.
    pub(crate) operation: String,
    pub(crate) target: String,
    pub(crate) destination: Option<String>,
    /// The digest of what a write leaves, a deletion takes away or a rename moves.
    pub(crate) content: Option<String>,
    /// What goes along, where it is a folder.
    pub(crate) folder: Option<FolderSummary>,
    /// What it would do: difference, first lines, sizes.
    pub(crate) proposal: Proposal,
    /// All of the difference, or of the content, where that was asked for and more than the beginning is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) whole: Option<String>,
    pub(crate) contract: Option<String>,
    /// What the contract is for, as the agent declared it.
    pub(crate) intent: Option<String>,
    pub(crate) client: Option<String>,
    pub(crate) client_version: Option<String>,
    /// The session's label.
    pub(crate) session: String,
    /// The call that asked.
    pub(crate) trace_id: String,
    pub(crate) world: String,
    pub(crate) asked_at: String,
    pub(crate) age_seconds: u64,
    /// When it expires without a decision; then nothing is changed.
    pub(crate) expires_at: String,
    /// The process that asked, and whether it is still there to act on a decision.
    pub(crate) process: u32,
    pub(crate) is_alive: bool,
    /// Whether only a person at a terminal or at the dashboard may grant it.
    pub(crate) needs_person: bool,
}

/// The pending requests, as many as are listed at once.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct WaitingList {
    /// The oldest first.
    pub(crate) requests: Vec<WaitingRequest>,
    /// How many wait in all.
    pub(crate) total: usize,
}

impl WaitingRequest {
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
            age_seconds: Timestamp::now().duration_since(asked).as_secs().unsigned_abs(),
            expires_at: clock_time::in_utc(expires),
            process: found.pid,
            is_alive: found.asker == RequesterState::Alive,
            needs_person: !found.without_terminal,
        }
    }

    /// When it was asked.
    pub(crate) fn asked(&self) -> Timestamp {
        self.asked_at.parse().unwrap_or(Timestamp::MAX)
    }

    /// When it is over.
    pub(crate) fn expires(&self) -> Timestamp {
        self.expires_at.parse().unwrap_or(Timestamp::MAX)
    }
}

/// Where a person decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DecisionPlace {
    /// At a terminal.
    Terminal,
    /// On the page in the browser.
    Dashboard,
    /// Nowhere that a person is known to be: the operator's configuration lets a program grant.
    Program,
}

/// A decision that was left.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DecidedRequest {
    pub(crate) granted: bool,
    /// For how long a grant is good, in seconds.
    pub(crate) good_for_seconds: Option<u64>,
    pub(crate) request: WaitingRequest,
    /// Why the decision could not be noted in the journal, if it could not.
    pub(crate) not_noted: Option<String>,
}

/// What waits for a person, the oldest first.
pub(crate) fn waiting(paths: &StatePaths) -> Result<Vec<WaitingRequest>, ApprovalQueueError> {
    Ok(queue(paths)?.pending()?.into_iter().map(WaitingRequest::of).collect())
}

/// The first so many that wait for a person, the oldest first.
pub(crate) fn oldest(paths: &StatePaths, most: usize) -> Result<WaitingList, ApprovalQueueError> {
    let (found, total) = queue(paths)?.oldest(most)?;
    Ok(WaitingList { requests: found.into_iter().map(WaitingRequest::of).collect(), total })
}

/// What tells whether something came or went: the ids of all that waits.
pub(crate) fn waiting_ids(paths: &StatePaths) -> Result<Vec<String>, ApprovalQueueError> {
    Ok(queue(paths)?.waiting_ids()?.into_iter().map(|(_, id)| id).collect())
}

/// All of a change that is too long to be shown at first; nothing where it is not, or is not kept.
pub(crate) fn whole(paths: &StatePaths, request: &WaitingRequest) -> Result<Option<String>, ApprovalQueueError> {
    Ok(queue(paths)?.whole(&request.request))
}

/// The one request whose id begins so.
pub(crate) fn find(paths: &StatePaths, prefix: &str) -> Result<WaitingRequest, ApprovalQueueError> {
    queue(paths)?.find(prefix).map(WaitingRequest::of)
}

/// Leaves a decision about a request that was found, and notes it. Of several decisions about one request exactly one counts; the
/// others are [`ApprovalQueueError::AlreadyDecided`].
pub(crate) fn decide(
    paths: &StatePaths,
    request: &WaitingRequest,
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
    let noted = JournalFile::at(paths.journal()).person(&line);
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
