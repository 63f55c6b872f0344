//! `approvals`, `approve`, `deny`: a person decides.

use reply_mcp::log_stderr;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use enforcement::{ApprovalAnswer, Asker, FileApprovalQueue, PendingApproval, quoted};
use reply_kit::visible;
use serde_json::json;

use super::fail;
use crate::journal::JournalFile;
use crate::state_paths::StatePaths;

pub(crate) fn list(paths: &StatePaths) -> ExitCode {
    let waiting = match FileApprovalQueue::open(paths.approvals()).map_err(Into::into).and_then(|queue| queue.pending())
    {
        Ok(waiting) => waiting,
        Err(error) => return fail(&error),
    };
    if waiting.is_empty() {
        outln!("nothing waits for your approval");
        return ExitCode::SUCCESS;
    }
    for request in &waiting {
        let asker = match request.asker {
            Asker::Alive => format!("process {} waits for it", request.pid),
            Asker::Gone => "the process that asked has ended: it cannot be decided any more".to_owned(),
        };
        outln!("{}\n  {}", visible(&request.request), describe(request));
        if let Some(folder) = &request.folder {
            outln!("  a folder:  {}", enforcement::folder_in_words(folder));
        }
        outln!("  asked {} by session {} in {}; {asker}", ago(request.asked), label(request), world(request));
    }
    outln!("\nWhat stands in quotation marks is a name, whatever it says.");
    outln!("ck3raven approve ID permits it once; ck3raven deny ID refuses it; ck3raven deny --session LABEL refuses");
    outln!("everything of a session, ck3raven deny --session all everything.");
    ExitCode::SUCCESS
}

pub(crate) fn decide(paths: &StatePaths, request: &str, answer: ApprovalAnswer) -> ExitCode {
    let decided =
        FileApprovalQueue::open(paths.approvals()).map_err(Into::into).and_then(|queue| queue.decide(request, answer));
    let waiting = match decided {
        Ok(waiting) => waiting,
        Err(error) => return fail(&error),
    };
    let granted = answer == ApprovalAnswer::Granted;
    note(&JournalFile::at(paths.journal()), request, answer);
    let outcome = if granted { "approved, for ten minutes and once" } else { "refused" };
    outln!("{outcome}: {}", describe(&waiting));
    ExitCode::SUCCESS
}

/// Refuses everything that a session asked for, or everything.
pub(crate) fn deny_session(paths: &StatePaths, session: &str) -> ExitCode {
    let queue = FileApprovalQueue::open(paths.approvals()).map_err(enforcement::ApprovalQueueError::from);
    let waiting = queue.and_then(|queue| queue.pending().map(|waiting| (queue, waiting)));
    let (queue, waiting) = match waiting {
        Ok(found) => found,
        Err(error) => return fail(&error),
    };
    let journal = JournalFile::at(paths.journal());
    let wanted = waiting.iter().filter(|request| session == "all" || request.session == session);
    let (mut refused, mut gone) = (0_usize, 0_usize);
    for request in wanted {
        match queue.decide(&request.request, ApprovalAnswer::Refused) {
            Ok(_) => {
                refused += 1;
                note(&journal, &request.request, ApprovalAnswer::Refused);
            }
            // What has been decided meanwhile, or whose asker is gone, waits no more.
            Err(_) => gone += 1,
        }
    }
    if refused + gone == 0 {
        return fail(&format!("nothing of session {} waits; `ck3raven approvals` lists what does", quoted(session)));
    }
    outln!("refused: {refused}; over already: {gone}");
    ExitCode::SUCCESS
}

fn note(journal: &JournalFile, request: &str, answer: ApprovalAnswer) {
    let granted = answer == ApprovalAnswer::Granted;
    let line = json!({ "event": "person_decided", "request": request, "granted": granted });
    if let Err(error) = journal.person(&line) {
        log_stderr!("warning: the journal cannot be written: {error}");
    }
}

/// What is asked for. Names are others' choice, so they are quoted (L103).
fn describe(request: &PendingApproval) -> String {
    let (operation, target) = (visible(&request.operation), quoted(&request.target));
    match (&request.destination, &request.content) {
        (Some(to), _) => format!("{operation} {target} to {}", quoted(to)),
        (None, Some(digest)) => {
            let digest: String = digest.chars().take(12).collect();
            format!("{operation} {target} (content {}…)", visible(&digest))
        }
        (None, None) => format!("{operation} {target}"),
    }
}

fn label(request: &PendingApproval) -> String {
    visible(&request.session).into_owned()
}

fn world(request: &PendingApproval) -> String {
    if request.world.is_empty() {
        "an unnamed world".to_owned()
    } else {
        format!("the world of {}", quoted(&request.world))
    }
}

pub(crate) fn ago(seconds: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    match now.saturating_sub(seconds) {
        age @ 0..60 => format!("{age} s ago"),
        age @ 60..3_600 => format!("{} min ago", age / 60),
        age => format!("{} h ago", age / 3_600),
    }
}
