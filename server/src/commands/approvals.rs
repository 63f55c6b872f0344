//! `approvals`, `approve`, `deny`: a person decides.

use reply_mcp::log_stderr;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use enforcement::{Answer, FileDesk, Waiting};
use serde_json::json;

use super::fail;
use crate::journal::JournalFile;
use crate::places::Places;

pub(crate) fn list(places: &Places) -> ExitCode {
    let waiting = match FileDesk::open(places.approvals()).map_err(Into::into).and_then(|desk| desk.waiting()) {
        Ok(waiting) => waiting,
        Err(error) => return fail(&error),
    };
    if waiting.is_empty() {
        say!("nothing waits for your approval");
        return ExitCode::SUCCESS;
    }
    for request in &waiting {
        say!("{}\n  {}, asked {}", request.request, describe(request), ago(request.asked));
    }
    say!("\nck3raven approve ID permits it once; ck3raven deny ID refuses it.");
    ExitCode::SUCCESS
}

pub(crate) fn decide(places: &Places, request: &str, answer: Answer) -> ExitCode {
    let decided = FileDesk::open(places.approvals()).map_err(Into::into).and_then(|desk| desk.decide(request, answer));
    let waiting = match decided {
        Ok(waiting) => waiting,
        Err(error) => return fail(&error),
    };
    let granted = answer == Answer::Granted;
    let note = json!({ "event": "person_decided", "request": request, "granted": granted });
    if let Err(error) = JournalFile::at(places.journal()).person(&note) {
        log_stderr!("warning: the journal cannot be written: {error}");
    }
    let outcome = if granted { "approved, for ten minutes and once" } else { "refused" };
    say!("{outcome}: {}", describe(&waiting));
    ExitCode::SUCCESS
}

fn describe(request: &Waiting) -> String {
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
