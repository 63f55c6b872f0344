//! The approval queue as a folder: the server writes requests, a person's terminal writes decisions.
//!
//! The folder belongs to the operator's own state, beneath no root, so no policy lets an agent write there. A decision names a
//! request by an id that is valid in one process only; any other process ignores it.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reply_kit::Id;
use serde::{Deserialize, Serialize};
use world_adapter::{create_private_folder, read_regular};

use super::json_file::{read_json, write_new, write_private, write_whole};
use super::pending::{PendingApproval, RequestingProcess};
use super::presence::{self, Presence};
use super::queue::{ApprovalAnswer, ApprovalDecision, ApprovalQueue, ApprovalRequest};
use super::tokens::REQUEST_TTL;

/// How many ids are listed for an ambiguous prefix.
const MAX_LISTED: usize = 10;
/// How many bytes one process stores of changes that are too long to be shown at first. Beyond that they are shown cut.
const MAX_KEPT_WHOLE: u64 = 256 * 1024 * 1024;

/// A folder with one file per request and one per decision.
#[derive(Clone, Debug)]
pub struct FileApprovalQueue {
    folder: PathBuf,
    asking: RequestingProcess,
    /// Held from the first request on, for as long as this process can act on a decision.
    presence: Arc<OnceLock<Presence>>,
    /// How many bytes of whole changes this process stores.
    kept_whole: Arc<AtomicU64>,
}

#[derive(Serialize, Deserialize)]
struct DecisionFile {
    granted: bool,
    decided: u64,
}

/// Why a decision could not be recorded.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalQueueError {
    /// No pending request has this id.
    #[error("nothing is waiting under `{0}`; `ck3raven approvals` lists what is")]
    Unknown(String),
    /// Several pending requests have ids with this prefix.
    #[error("several are waiting that begin with `{0}`: {list}; give more of the id", list = .1.join(", "))]
    Ambiguous(String, Vec<String>),
    /// It has been decided.
    #[error("`{0}` has been decided already, by somebody else or at another terminal")]
    AlreadyDecided(String),
    /// The process that made the request has ended.
    #[error("the process that asked for `{0}` has ended; nothing was decided, and the request is removed")]
    RequesterGone(String),
    /// The folder cannot be used.
    #[error("the folder of approvals cannot be used: {0}")]
    Folder(#[from] std::io::Error),
}

impl FileApprovalQueue {
    /// Uses a folder, which is created if necessary and is private to this user.
    pub fn open(folder: impl Into<PathBuf>) -> std::io::Result<Self> {
        let folder = folder.into();
        create_private_folder(&folder)?;
        Ok(Self { folder, asking: RequestingProcess::default(), presence: Arc::default(), kept_whole: Arc::default() })
    }

    /// Sets the name of the world that its requests are about, for the person who decides.
    #[must_use]
    pub fn for_world(mut self, world: impl Into<String>) -> Self {
        self.asking.world = world.into();
        self
    }

    /// Allows a program without a terminal to grant its requests, as the operator configured.
    #[must_use]
    pub fn grantable_without_terminal(mut self) -> Self {
        self.asking.without_terminal = true;
        self
    }

    /// The one pending request whose id begins with this prefix.
    pub fn find(&self, prefix: &str) -> Result<PendingApproval, ApprovalQueueError> {
        let prefix = prefix.trim();
        let mut fitting = self.waiting_ids()?;
        fitting.retain(|(_, id)| !prefix.is_empty() && id.starts_with(prefix));
        match fitting.as_slice() {
            [(_, only)] => self.read(only).ok_or_else(|| ApprovalQueueError::Unknown(prefix.to_owned())),
            [] if prefix.parse::<Id>().is_ok() && self.file("decision", prefix).exists() => {
                Err(ApprovalQueueError::AlreadyDecided(prefix.to_owned()))
            }
            [] => Err(ApprovalQueueError::Unknown(prefix.to_owned())),
            several => {
                let ids = several.iter().take(MAX_LISTED).map(|(_, id)| id.clone()).collect();
                Err(ApprovalQueueError::Ambiguous(prefix.to_owned(), ids))
            }
        }
    }

    /// All pending requests, the oldest first.
    pub fn pending(&self) -> Result<Vec<PendingApproval>, ApprovalQueueError> {
        Ok(self.oldest(usize::MAX)?.0)
    }

    /// The oldest `limit` pending requests, and how many there are in all. Only those are read.
    pub fn oldest(&self, limit: usize) -> Result<(Vec<PendingApproval>, usize), ApprovalQueueError> {
        let ids = self.waiting_ids()?;
        let mut waiting = Vec::new();
        let mut processes = HashMap::new();
        for (_, id) in ids.iter().take(limit) {
            // A file that is being written, or that something else left, is not a request.
            let read: Option<PendingApproval> = read_json(&self.file("request", id));
            if let Some(mut found) = read.filter(|found| found.request == *id) {
                let is_alive = processes.entry(found.process.clone());
                found.is_alive = *is_alive.or_insert_with(|| presence::is_alive(&self.folder, &found.process));
                waiting.push(found);
            }
        }
        waiting.sort_by_key(|found| found.asked);
        Ok((waiting, ids.len()))
    }

    /// The ids of all pending requests, the oldest first by the time of their files. Comparing two such lists shows cheaply
    /// whether a request came or went.
    pub fn waiting_ids(&self) -> Result<Vec<(SystemTime, String)>, ApprovalQueueError> {
        let (mut asked, mut decided) = (Vec::new(), HashSet::new());
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str().and_then(|name| name.strip_suffix(".json")) else { continue };
            if let Some(id) = name.strip_prefix("decision-") {
                decided.insert(id.to_owned());
            } else if let Some(id) = name.strip_prefix("request-") {
                // A file that disappeared meanwhile is not pending.
                let Ok(written) = entry.metadata().and_then(|found| found.modified()) else { continue };
                asked.push((written, id.to_owned()));
            }
        }
        asked.retain(|(_, id)| !decided.contains(id));
        asked.sort();
        Ok(asked)
    }

    /// The whole change of a request that was too long to be shown at first; `None` if it was not, or is not stored.
    pub fn whole(&self, request: &str) -> Option<String> {
        request.parse::<Id>().ok()?;
        String::from_utf8(read_regular(&self.whole_file(request), MAX_KEPT_WHOLE).ok()?).ok()
    }

    /// Records a decision. Of several concurrent ones the first counts, and the others fail.
    pub fn decide(&self, request: &str, answer: ApprovalAnswer) -> Result<PendingApproval, ApprovalQueueError> {
        // Only a well-formed id is accepted, so it cannot be used to name another file.
        let known = request.parse::<Id>().ok().and_then(|_| self.read(request));
        let Some(waiting) = known else { return Err(ApprovalQueueError::Unknown(request.to_owned())) };
        if !waiting.is_alive {
            self.remove(request);
            return Err(ApprovalQueueError::RequesterGone(request.to_owned()));
        }
        let decision = DecisionFile { granted: answer == ApprovalAnswer::Granted, decided: seconds_now() };
        match write_new(&self.file("decision", request), &decision) {
            // A request that was decided and acted on has left neither request nor decision.
            Ok(()) if !self.file("request", request).exists() => self.remove(request),
            Ok(()) => return Ok(waiting),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
        Err(ApprovalQueueError::AlreadyDecided(request.to_owned()))
    }

    /// A request, and whether its process still runs.
    fn read(&self, request: &str) -> Option<PendingApproval> {
        let mut found: PendingApproval = read_json(&self.file("request", request))?;
        found.is_alive = presence::is_alive(&self.folder, &found.process);
        Some(found)
    }

    fn remove(&self, request: &str) {
        let whole = self.whole_file(request);
        if let Ok(found) = std::fs::metadata(&whole) {
            let kept = &self.kept_whole;
            // What another process stored does not count here.
            _ = kept.try_update(Ordering::AcqRel, Ordering::Acquire, |kept| Some(kept.saturating_sub(found.len())));
            _ = std::fs::remove_file(whole);
        }
        for kind in ["request", "decision"] {
            // If the request is missing, it was withdrawn.
            let _ = std::fs::remove_file(self.file(kind, request));
        }
    }

    /// Stores the whole change, if there is room for it. A change that is shown cut can still be decided, so this may fail.
    fn keep_whole(&self, request: &str, whole: &str) {
        let length = whole.len() as u64;
        let has_room = self.kept_whole.fetch_add(length, Ordering::AcqRel) + length <= MAX_KEPT_WHOLE;
        // A partial copy must not be mistaken for the whole, so none is left if the disk is full.
        if !has_room || write_private(&self.whole_file(request), whole.as_bytes()).is_err() {
            self.kept_whole.fetch_sub(length, Ordering::AcqRel);
        }
    }

    fn whole_file(&self, request: &str) -> PathBuf {
        self.folder.join(format!("whole-{request}.txt"))
    }

    /// The id of this process, which from now on is recognisably alive. Files of ended processes are removed.
    fn present(&self) -> std::io::Result<Id> {
        if let Some(presence) = self.presence.get() {
            return Ok(presence.id());
        }
        presence::prune(&self.folder);
        self.remove_of_ended();
        let begun = Presence::begin(&self.folder)?;
        // If two threads get here at once, one lock is kept and the other is dropped.
        Ok(self.presence.get_or_init(|| begun).id())
    }

    /// Removes the requests of ended processes, decided or not, and after a while files that belong to no request.
    fn remove_of_ended(&self) {
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some((_, id)) = name.to_str().and_then(|name| name.split_once('.')?.0.split_once('-')) else {
                continue;
            };
            let is_request = id.parse::<Id>().is_ok() && !name.to_string_lossy().starts_with(presence::PREFIX);
            if !is_request {
                continue;
            }
            match self.read(id) {
                Some(found) if !found.is_alive => self.remove(id),
                // Another process may be about to write the request that this file belongs to.
                None if is_older_than(&entry, REQUEST_TTL) => _ = std::fs::remove_file(entry.path()),
                Some(_) | None => {}
            }
        }
    }

    fn file(&self, kind: &str, request: &str) -> PathBuf {
        self.folder.join(format!("{kind}-{request}.json"))
    }
}

impl ApprovalQueue for FileApprovalQueue {
    fn submit(&self, request: Id, asked: &ApprovalRequest<'_>) -> std::io::Result<()> {
        let waiting = PendingApproval::new(request, asked, &self.asking, self.present()?, seconds_now());
        if let Some(whole) = &waiting.proposal.whole {
            self.keep_whole(&waiting.request, whole);
        }
        // Nobody sees a request that could not be written, so nothing of it is left.
        write_whole(&self.file("request", &waiting.request), &waiting).inspect_err(|_| self.remove(&waiting.request))
    }

    fn decision(&self, request: Id) -> Option<ApprovalDecision> {
        let decision: DecisionFile = read_json(&self.file("decision", &request.to_string()))?;
        let answer = if decision.granted { ApprovalAnswer::Granted } else { ApprovalAnswer::Refused };
        // After the clock was set back, a decision from the future counts as infinitely old: it grants nothing.
        let age = seconds_now().checked_sub(decision.decided).map_or(Duration::MAX, Duration::from_secs);
        Some(ApprovalDecision { answer, age })
    }

    fn withdraw(&self, request: Id) {
        self.remove(&request.to_string());
    }
}

fn is_older_than(entry: &std::fs::DirEntry, age: Duration) -> bool {
    let written = entry.metadata().and_then(|found| found.modified()).ok();
    written.and_then(|written| written.elapsed().ok()).is_some_and(|elapsed| elapsed > age)
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests;
