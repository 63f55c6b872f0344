//! `approvals`, `approve`, `deny`: a person decides.

use reply_mcp::log_stderr;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use enforcement::{ApprovalAnswer, FileApprovalQueue, PendingApproval};
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
        outln!("{}\n  {}, asked {}", request.request, describe(request), ago(request.asked));
    }
    outln!("\nck3raven approve ID permits it once; ck3raven deny ID refuses it.");
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
    let note = json!({ "event": "person_decided", "request": request, "granted": granted });
    if let Err(error) = JournalFile::at(paths.journal()).person(&note) {
        log_stderr!("warning: the journal cannot be written: {error}");
    }
    let outcome = if granted { "approved, for ten minutes and once" } else { "refused" };
    outln!("{outcome}: {}", describe(&waiting));
    ExitCode::SUCCESS
}

fn describe(request: &PendingApproval) -> String {
    match (&request.destination, &request.content) {
        (Some(to), _) => format!("{} {} to {to}", request.operation, request.target),
        (None, Some(digest)) => format!(
            "{} {} (content {}…)",
            request.operation,
            request.target,
            digest.chars().take(12).collect::<String>()
        ),
        (None, None) => format!("{} {}", request.operation, request.target),
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
