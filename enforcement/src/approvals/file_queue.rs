//! The approval queue as a folder: the server leaves requests, a person's terminal leaves decisions.
//!
//! The folder lies in the operator's own state, beneath no root, so no policy lets an agent write there. A decision names a
//! request by an id that lives in one process; to any other process it means nothing.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reply_kit::Id;
use serde::{Deserialize, Serialize};

use super::pending::{Asker, AskingProcess, PendingApproval};
use super::presence::{self, Presence};
use super::queue::{ApprovalAnswer, ApprovalDecision, ApprovalQueue, ApprovalRequest};

/// How many ids an ambiguous prefix lists.
const MAX_LISTED: usize = 10;

/// A folder with one file a request and one a decision.
#[derive(Clone, Debug)]
pub struct FileApprovalQueue {
    folder: PathBuf,
    asking: AskingProcess,
    /// Held from the first request on, for as long as this process can act on a decision.
    presence: Arc<OnceLock<Presence>>,
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
    /// Several are waiting whose ids begin so.
    #[error("several are waiting that begin with `{0}`: {list}; give more of the id", list = .1.join(", "))]
    Ambiguous(String, Vec<String>),
    /// It has been decided.
    #[error("`{0}` has been decided already, by somebody else or at another terminal")]
    AlreadyDecided(String),
    /// The process that asked has ended.
    #[error("the process that asked for `{0}` has ended; nothing was decided, and the request is removed")]
    AskerGone(String),
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
        Ok(Self { folder, asking: AskingProcess::default(), presence: Arc::default() })
    }

    /// Says what the world of its requests is called, for the person who decides.
    #[must_use]
    pub fn for_world(mut self, world: impl Into<String>) -> Self {
        self.asking.world = world.into();
        self
    }

    /// Says that the operator lets its requests be granted by a program that has no terminal.
    #[must_use]
    pub fn grantable_without_terminal(mut self) -> Self {
        self.asking.without_terminal = true;
        self
    }

    /// The one request that waits whose id begins so.
    pub fn find(&self, prefix: &str) -> Result<PendingApproval, ApprovalQueueError> {
        let prefix = prefix.trim();
        let mut fitting = self.pending()?;
        fitting.retain(|found| !prefix.is_empty() && found.request.starts_with(prefix));
        match fitting.len() {
            1 => Ok(fitting.remove(0)),
            0 if prefix.parse::<Id>().is_ok() && self.file("decision", prefix).exists() => {
                Err(ApprovalQueueError::AlreadyDecided(prefix.to_owned()))
            }
            0 => Err(ApprovalQueueError::Unknown(prefix.to_owned())),
            _ => {
                let ids = fitting.into_iter().take(MAX_LISTED).map(|found| found.request).collect();
                Err(ApprovalQueueError::Ambiguous(prefix.to_owned(), ids))
            }
        }
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
            if let Some(found) = self.read(request).filter(|found| found.request == request) {
                waiting.push(found);
            }
        }
        waiting.sort_by_key(|found| found.asked);
        Ok(waiting)
    }

    /// Leaves a decision. Of several that come at once, one counts, and the others are told.
    pub fn decide(&self, request: &str, answer: ApprovalAnswer) -> Result<PendingApproval, ApprovalQueueError> {
        // An id is nothing but an id: no name of a file can be smuggled in with it.
        let known = request.parse::<Id>().ok().and_then(|_| self.read(request));
        let Some(waiting) = known else { return Err(ApprovalQueueError::Unknown(request.to_owned())) };
        if waiting.asker == Asker::Gone {
            self.remove(request);
            return Err(ApprovalQueueError::AskerGone(request.to_owned()));
        }
        let decision = Decision { granted: answer == ApprovalAnswer::Granted, decided: seconds_now() };
        match write_new(&self.file("decision", request), &decision) {
            // What was decided before, and acted on since, left neither request nor decision.
            Ok(()) if !self.file("request", request).exists() => self.remove(request),
            Ok(()) => return Ok(waiting),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
        Err(ApprovalQueueError::AlreadyDecided(request.to_owned()))
    }

    /// A request, and whether its asker lives.
    fn read(&self, request: &str) -> Option<PendingApproval> {
        let mut found: PendingApproval = read_json(&self.file("request", request))?;
        found.asker = if presence::is_alive(&self.folder, &found.process) { Asker::Alive } else { Asker::Gone };
        Some(found)
    }

    fn remove(&self, request: &str) {
        for kind in ["request", "decision"] {
            // What is not there is withdrawn.
            let _ = std::fs::remove_file(self.file(kind, request));
        }
    }

    /// The id of this process, which from now on can be seen to live. What processes left that have ended is removed.
    fn present(&self) -> std::io::Result<Id> {
        if let Some(presence) = self.presence.get() {
            return Ok(presence.id());
        }
        presence::prune(&self.folder);
        for gone in self.pending().unwrap_or_default().iter().filter(|found| found.asker == Asker::Gone) {
            self.remove(&gone.request);
        }
        let begun = Presence::begin(&self.folder)?;
        // Of two threads that come here at once, one is kept; the lock of the other goes.
        Ok(self.presence.get_or_init(|| begun).id())
    }

    fn file(&self, kind: &str, request: &str) -> PathBuf {
        self.folder.join(format!("{kind}-{request}.json"))
    }
}

impl ApprovalQueue for FileApprovalQueue {
    fn submit(&self, request: Id, asked: &ApprovalRequest<'_>) -> std::io::Result<()> {
        let waiting = PendingApproval::new(request, asked, &self.asking, self.present()?, seconds_now());
        write_whole(&self.file("request", &waiting.request), &waiting)
    }

    fn decision(&self, request: Id) -> Option<ApprovalDecision> {
        let decision: Decision = read_json(&self.file("decision", &request.to_string()))?;
        let answer = if decision.granted { ApprovalAnswer::Granted } else { ApprovalAnswer::Refused };
        // A decision from the future, after the clock went back, is as old as can be: it grants nothing.
        let age = seconds_now().checked_sub(decision.decided).map_or(Duration::MAX, Duration::from_secs);
        Some(ApprovalDecision { answer, age })
    }

    fn withdraw(&self, request: Id) {
        self.remove(&request.to_string());
    }
}

fn read_json<T: for<'d> Deserialize<'d>>(path: &Path) -> Option<T> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// Writes beside the file, then renames: a reader sees all of it or none.
fn write_whole(path: &Path, value: &impl Serialize) -> std::io::Result<()> {
    let beside = write_beside(path, value)?;
    std::fs::rename(&beside, path)
}

/// The same for a file that must not be there: it becomes the file with all that is in it, or is refused.
fn write_new(path: &Path, value: &impl Serialize) -> std::io::Result<()> {
    let beside = write_beside(path, value)?;
    let linked = match std::fs::hard_link(&beside, path) {
        Err(error) if error.kind() == std::io::ErrorKind::Unsupported => {
            // A file system without links: a reader that comes at once sees a decision that is not one yet, and looks again.
            std::fs::File::create_new(path).and_then(|mut file| file.write_all(&std::fs::read(&beside)?))
        }
        linked => linked,
    };
    _ = std::fs::remove_file(beside);
    linked
}

/// A file of its own beside another, for this user alone, on disk.
fn write_beside(path: &Path, value: &impl Serialize) -> std::io::Result<PathBuf> {
    let beside = path.with_extension(format!("{}.new", Id::fresh()));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(&serde_json::to_vec_pretty(value)?)?;
    file.sync_all()?;
    Ok(beside)
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
