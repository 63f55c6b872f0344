//! The approval queue as a folder: the server leaves requests, a person's terminal leaves decisions.
//!
//! The folder lies in the operator's own state, beneath no root, so no policy lets an agent write there. A decision names a
//! request by an id that lives in one process; to any other process it means nothing.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reply_kit::Id;
use serde::{Deserialize, Serialize};

use super::queue::{ApprovalAnswer, ApprovalDecision, ApprovalQueue};
use crate::execute::ChangeSummary;

/// A folder with one file a request and one a decision.
#[derive(Clone, Debug)]
pub struct FileApprovalQueue {
    folder: PathBuf,
    report: fn(&str),
}

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
    /// When it was asked, in seconds since 1970.
    pub asked: u64,
}

#[derive(Serialize, Deserialize)]
struct Decision {
    granted: bool,
    decided: u64,
}

/// Why a decision could not be left.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalQueueError {
    /// Nothing of that name is waiting.
    #[error("nothing is waiting under `{0}`; `ck3raven approvals` lists what is")]
    Unknown(String),
    /// It has been decided.
    #[error("`{0}` has been decided already")]
    ApprovalDecision(String),
    /// The folder cannot be used.
    #[error("the folder of approvals cannot be used: {0}")]
    Folder(#[from] std::io::Error),
}

impl FileApprovalQueue {
    /// Uses a folder, which is made if need be and belongs to this user alone.
    pub fn open(folder: impl Into<PathBuf>) -> std::io::Result<Self> {
        let folder = folder.into();
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder)?;
        Ok(Self { folder, report: |_| {} })
    }

    /// Who hears of a request that cannot be shown. It is called on the thread of the call, so it must not wait.
    #[must_use]
    pub fn reporting_to(mut self, report: fn(&str)) -> Self {
        self.report = report;
        self
    }

    /// What waits for a person, the oldest first.
    pub fn pending(&self) -> Result<Vec<PendingApproval>, ApprovalQueueError> {
        let mut waiting = Vec::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let Some(request) = name.strip_prefix("request-").and_then(|rest| rest.strip_suffix(".json")) else {
                continue;
            };
            if self.file("decision", request).exists() {
                continue;
            }
            // A file that is being written or was left by something else is not a request.
            if let Some(found) = read_json::<PendingApproval>(&path).filter(|found| found.request == request) {
                waiting.push(found);
            }
        }
        waiting.sort_by_key(|found| found.asked);
        Ok(waiting)
    }

    /// Leaves a decision.
    pub fn decide(&self, request: &str, answer: ApprovalAnswer) -> Result<PendingApproval, ApprovalQueueError> {
        // An id is nothing but an id: no name of a file can be smuggled in with it.
        let known =
            request.parse::<Id>().ok().and_then(|_| read_json::<PendingApproval>(&self.file("request", request)));
        let Some(waiting) = known else { return Err(ApprovalQueueError::Unknown(request.to_owned())) };
        let file = self.file("decision", request);
        if file.exists() {
            return Err(ApprovalQueueError::ApprovalDecision(request.to_owned()));
        }
        write_whole(&file, &Decision { granted: answer == ApprovalAnswer::Granted, decided: seconds_now() })?;
        Ok(waiting)
    }

    fn file(&self, kind: &str, request: &str) -> PathBuf {
        self.folder.join(format!("{kind}-{request}.json"))
    }
}

impl ApprovalQueue for FileApprovalQueue {
    fn submit(&self, request: Id, change: &ChangeSummary) {
        let waiting = PendingApproval {
            request: request.to_string(),
            operation: change.operation.word().to_string(),
            target: change.target.to_string(),
            destination: change.destination.as_ref().map(ToString::to_string),
            content: change.content.as_ref().map(ToString::to_string),
            asked: seconds_now(),
        };
        if let Err(error) = write_whole(&self.file("request", &waiting.request), &waiting) {
            (self.report)(&format!("request {request} cannot be shown for approval: {error}"));
        }
    }

    fn decision(&self, request: Id) -> Option<ApprovalDecision> {
        let decision: Decision = read_json(&self.file("decision", &request.to_string()))?;
        let answer = if decision.granted { ApprovalAnswer::Granted } else { ApprovalAnswer::Refused };
        // A decision from the future, after the clock went back, is as old as can be: it grants nothing.
        let age = seconds_now().checked_sub(decision.decided).map_or(Duration::MAX, Duration::from_secs);
        Some(ApprovalDecision { answer, age })
    }

    fn withdraw(&self, request: Id) {
        for kind in ["request", "decision"] {
            // What is not there is withdrawn.
            let _ = std::fs::remove_file(self.file(kind, &request.to_string()));
        }
    }
}

fn read_json<T: for<'d> Deserialize<'d>>(path: &Path) -> Option<T> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// Writes beside the file, then renames: a reader sees all of it or none.
fn write_whole(path: &Path, value: &impl Serialize) -> std::io::Result<()> {
    let beside = path.with_extension("new");
    let mut file = std::fs::File::create(&beside)?;
    file.write_all(&serde_json::to_vec_pretty(value)?)?;
    file.sync_all()?;
    std::fs::rename(&beside, path)
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
