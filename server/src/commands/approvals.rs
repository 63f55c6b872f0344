//! `approvals`, `approve`, `deny`: shows the pending requests, and records a person's decisions.

use std::collections::HashSet;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::Args;
use enforcement::{ApprovalAnswer, quoted};
use reply_mcp::log_stderr;
use serde_json::json;

use super::lines::word;
use super::paint::{BAD, BOLD, DIM, GOOD, styled};
use super::request_view::{describe, facts, summary};
use super::show::{self, Format};
use super::{CommandResult, outln};
use crate::operator::ids::ShortIds;
use crate::operator::requests::{self, DecidedRequest, DecisionPlace, PendingList, PendingRequest};
use crate::state_paths::StatePaths;

/// How often the queue is polled in watch mode.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How many lines of a change are shown in a list.
const MAX_LINES_IN_LIST: usize = 40;
/// How many lines are shown for a single request.
const MAX_LINES: usize = 400;
/// How many requests are shown at once.
const MAX_SHOWN: usize = 50;

#[derive(Debug, Args)]
pub(crate) struct ApprovalsArgs {
    /// Only the request with this id, or with an id that begins with it.
    request: Option<String>,
    /// Show the whole change, however long it is.
    #[arg(long, requires = "request")]
    full: bool,
    /// Decide about each in turn.
    #[arg(long, short = 'i')]
    interactive: bool,
    /// Keep running, and show new requests as they come.
    #[arg(long, short = 'w', conflicts_with = "request")]
    watch: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ApproveArgs {
    /// The id of the request, or its beginning, as `ck3raven approvals` shows it.
    request: String,
    /// Do not ask again.
    #[arg(long, short = 'y')]
    yes: bool,
}

/// Shows the pending requests, and asks about each if requested.
pub(crate) fn list(paths: &StatePaths, args: &ApprovalsArgs, format: Format) -> CommandResult {
    if args.interactive && !show::is_person() {
        return Err("deciding about each in turn takes a terminal".into());
    }
    if format == Format::Json && !args.watch {
        return list_json(paths, args);
    }
    let PendingList { requests: waiting, total } = match &args.request {
        Some(request) => PendingList { requests: vec![requests::find(paths, request)?], total: 1 },
        None => requests::oldest(paths, MAX_SHOWN)?,
    };
    if let (true, Some(request)) = (args.full, waiting.first()) {
        return show_whole(paths, request);
    }
    let limit = if args.request.is_some() || args.interactive { MAX_LINES } else { MAX_LINES_IN_LIST };
    if waiting.is_empty() && format == Format::Text {
        outln!("nothing waits for your approval");
    }
    if !show_all(paths, &waiting, args, limit, format) {
        return Ok(ExitCode::SUCCESS);
    }
    if total > waiting.len() && format == Format::Text {
        let more = total - waiting.len();
        outln!("\n{}", styled(BOLD, format!("{more} more wait; decide about these first, or see all with --json")));
    }
    if args.watch {
        return watch(paths, &waiting, args, limit, format);
    }
    if !waiting.is_empty() && !args.interactive {
        outln!(
            "\nWhat stands in quotation marks is a name, and what stands behind a bar is content, whatever it says.\n"
        );
        outln!("  ck3raven approve ID            permits it once");
        outln!("  ck3raven deny ID               refuses it");
        outln!("  ck3raven deny --session LABEL  refuses everything of a session; `all` everything");
        outln!("  ck3raven approvals -i          asks about each");
    }
    Ok(ExitCode::SUCCESS)
}

/// The pending requests as data: with the whole change if requested.
fn list_json(paths: &StatePaths, args: &ApprovalsArgs) -> CommandResult {
    let mut waiting = match &args.request {
        Some(request) => vec![requests::find(paths, request)?],
        None => requests::waiting(paths)?,
    };
    for request in waiting.iter_mut().filter(|_| args.full) {
        request.whole = requests::whole(paths, request)?;
    }
    show::json(&waiting);
    Ok(ExitCode::SUCCESS)
}

/// Shows a request with all of its change.
fn show_whole(paths: &StatePaths, request: &PendingRequest) -> CommandResult {
    match requests::whole(paths, request)? {
        Some(whole) => {
            facts(request, &ShortIds::default());
            show::content(&whole, usize::MAX);
        }
        None => {
            describe(request, &ShortIds::default(), usize::MAX);
            if request.proposal.lines_left_out > 0 {
                outln!("  {}", styled(BAD, "the rest is not kept: too many long changes wait at once"));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows requests, and asks about each if requested; false if the person wants to stop.
fn show_all(
    paths: &StatePaths,
    waiting: &[PendingRequest],
    args: &ApprovalsArgs,
    limit: usize,
    format: Format,
) -> bool {
    let ids = ShortIds::of(waiting.iter().map(|request| request.request.as_str()));
    for request in waiting {
        if format == Format::Json {
            show::json(request);
            continue;
        }
        describe(request, &ids, limit);
        if args.interactive && request.is_alive && !decide_now(paths, request) {
            return false;
        }
    }
    true
}

/// Shows new requests as they come, and the outcome of those that were shown.
fn watch(
    paths: &StatePaths,
    shown: &[PendingRequest],
    args: &ApprovalsArgs,
    limit: usize,
    format: Format,
) -> CommandResult {
    let mut known: HashSet<String> = shown.iter().map(|request| request.request.clone()).collect();
    if format == Format::Text {
        outln!("{}", styled(DIM, "waiting for what agents ask for; Ctrl+C ends it"));
    }
    while outln::is_read() {
        thread::sleep(POLL_INTERVAL);
        let waiting: HashSet<String> = requests::waiting_ids(paths)?.into_iter().collect();
        let over: Vec<String> = known.difference(&waiting).cloned().collect();
        for id in over {
            known.remove(&id);
            if format == Format::Text {
                outln!("{}", styled(DIM, format!("{} waits no more", word(&id))));
            }
        }
        // Requests that were decided meanwhile, or that exceed the limit, are shown with the next poll, or not at all.
        let new: Vec<String> = waiting.into_iter().filter(|id| !known.contains(id)).take(MAX_SHOWN).collect();
        let mut new: Vec<PendingRequest> = new.iter().filter_map(|id| requests::find(paths, id).ok()).collect();
        new.sort_by_key(|request| (request.asked(), request.request.clone()));
        known.extend(new.iter().map(|request| request.request.clone()));
        if !show_all(paths, &new, args, limit, format) {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Asks about a request that was just shown; false if the person wants to stop.
fn decide_now(paths: &StatePaths, request: &PendingRequest) -> bool {
    let answer = show::ask("  [a]pprove once, [d]eny, [s]kip, [q]uit?");
    let answer = match answer.map(|answer| answer.to_ascii_lowercase()).as_deref() {
        Some("a" | "approve") => ApprovalAnswer::Granted,
        Some("d" | "deny") => ApprovalAnswer::Refused,
        Some("q" | "quit") | None => return false,
        Some(_) => return true,
    };
    match requests::decide(paths, request, answer, DecisionPlace::Terminal) {
        Ok(decided) => print_decision(&decided, Format::Text),
        // It was decided elsewhere, or its process has ended: the next one may still be pending.
        Err(error) => log_stderr!("error: {error}"),
    }
    true
}

/// `approve`: shows the change, asks, and approves exactly that change.
pub(crate) fn approve(paths: &StatePaths, args: &ApproveArgs, format: Format) -> CommandResult {
    let request = requests::find(paths, &args.request)?;
    let is_person = show::is_person();
    // A request whose process has ended cannot be decided; the attempt reports that, and removes it.
    if request.is_alive && request.needs_person && !is_person {
        return Err(NEEDS_PERSON.into());
    }
    if format == Format::Text {
        describe(&request, &ShortIds::default(), MAX_LINES);
    }
    if is_person && request.is_alive && !args.yes && !show::agrees("Approve it, this once?") {
        outln!("nothing was decided; it still waits");
        return Ok(ExitCode::FAILURE);
    }
    print_decision(&requests::decide(paths, &request, ApprovalAnswer::Granted, place())?, format);
    Ok(ExitCode::SUCCESS)
}

/// Where the person of this command decides, if it is one.
fn place() -> DecisionPlace {
    if show::is_person() { DecisionPlace::Terminal } else { DecisionPlace::Program }
}

const NEEDS_PERSON: &str = "approving takes a person at a terminal, because an agent may be able to run this command too; nothing was \
    decided. Where a program has to approve, the operator says so in the server's configuration: approve_without_terminal = true";

/// `deny`: a refusal changes nothing, so it needs no terminal.
pub(crate) fn deny(paths: &StatePaths, request: &str, format: Format) -> CommandResult {
    let request = requests::find(paths, request)?;
    print_decision(&requests::decide(paths, &request, ApprovalAnswer::Refused, place())?, format);
    Ok(ExitCode::SUCCESS)
}

fn print_decision(decided: &DecidedRequest, format: Format) {
    warn_if_not_noted(decided);
    if format == Format::Json {
        return show::json(decided);
    }
    let what = summary(&decided.request);
    if decided.granted {
        outln!("{}, for ten minutes and once: {what}", styled(GOOD, "approved"));
    } else {
        outln!("{}: {what}", styled(BAD, "refused"));
    }
}

fn warn_if_not_noted(decided: &DecidedRequest) {
    if let Some(error) = &decided.not_noted {
        log_stderr!("warning: the journal cannot be written: {error}");
    }
}

/// Refuses all requests of a session, or all requests.
pub(crate) fn deny_session(paths: &StatePaths, session: &str, format: Format) -> CommandResult {
    let waiting = requests::waiting(paths)?;
    let wanted = waiting.iter().filter(|request| session == "all" || request.session == session);
    let (mut refused, mut gone) = (0_usize, 0_usize);
    for request in wanted {
        match requests::decide(paths, request, ApprovalAnswer::Refused, place()) {
            Ok(decided) => {
                refused += 1;
                warn_if_not_noted(&decided);
            }
            // A request that was decided meanwhile, or whose process has ended, is no longer pending.
            Err(_) => gone += 1,
        }
    }
    if refused + gone == 0 {
        let session = quoted(session);
        return Err(format!("nothing of session {session} waits; `ck3raven approvals` lists what does").into());
    }
    if format == Format::Json {
        show::json(&json!({ "refused": refused, "over_already": gone }));
    } else {
        outln!("refused: {refused}; over already: {gone}");
    }
    Ok(ExitCode::SUCCESS)
}
