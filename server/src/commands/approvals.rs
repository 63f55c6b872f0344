//! `approvals`, `approve`, `deny`: shows the pending requests, and records a person's decisions.

use std::collections::HashSet;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::Args;
use enforcement::{ApprovalAnswer, ApprovalQueueError, quoted};
use reply_mcp::log_stderr;
use serde_json::json;

use super::fail;
use super::lines::word;
use super::outln;
use super::paint::{BAD, BOLD, DIM, GOOD, styled};
use super::show::{self, Format};
use crate::clock_time;
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
pub(crate) fn list(paths: &StatePaths, args: &ApprovalsArgs, format: Format) -> ExitCode {
    if args.interactive && !show::is_person() {
        return fail(&"deciding about each in turn takes a terminal");
    }
    if format == Format::Json && !args.watch {
        return list_json(paths, args);
    }
    let found = match &args.request {
        Some(request) => requests::find(paths, request).map(|found| PendingList { requests: vec![found], total: 1 }),
        None => requests::oldest(paths, MAX_SHOWN),
    };
    let PendingList { requests: waiting, total } = match found {
        Ok(found) => found,
        Err(error) => return fail(&error),
    };
    if let (true, Some(request)) = (args.full, waiting.first()) {
        return show_whole(paths, request);
    }
    let limit = if args.request.is_some() || args.interactive { MAX_LINES } else { MAX_LINES_IN_LIST };
    if waiting.is_empty() && format == Format::Text {
        outln!("nothing waits for your approval");
    }
    if !show_all(paths, &waiting, args, limit, format) {
        return ExitCode::SUCCESS;
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
    ExitCode::SUCCESS
}

/// The pending requests as data: with the whole change if requested.
fn list_json(paths: &StatePaths, args: &ApprovalsArgs) -> ExitCode {
    let found = match &args.request {
        Some(request) => requests::find(paths, request).map(|found| vec![found]),
        None => requests::waiting(paths),
    };
    let mut waiting = match found {
        Ok(waiting) => waiting,
        Err(error) => return fail(&error),
    };
    for request in waiting.iter_mut().filter(|_| args.full) {
        match requests::whole(paths, request) {
            Ok(whole) => request.whole = whole,
            Err(error) => return fail(&error),
        }
    }
    show::json(&waiting);
    ExitCode::SUCCESS
}

/// Shows a request with all of its change.
fn show_whole(paths: &StatePaths, request: &PendingRequest) -> ExitCode {
    match requests::whole(paths, request) {
        Ok(Some(whole)) => {
            facts(request, &ShortIds::default());
            show::content(&whole, usize::MAX);
        }
        Ok(None) if request.proposal.lines_left_out > 0 => {
            describe(request, &ShortIds::default(), usize::MAX);
            outln!("  {}", styled(BAD, "the rest is not kept: too many long changes wait at once"));
        }
        Ok(None) => describe(request, &ShortIds::default(), usize::MAX),
        Err(error) => return fail(&error),
    }
    ExitCode::SUCCESS
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
fn watch(paths: &StatePaths, shown: &[PendingRequest], args: &ApprovalsArgs, limit: usize, format: Format) -> ExitCode {
    let mut known: HashSet<String> = shown.iter().map(|request| request.request.clone()).collect();
    if format == Format::Text {
        outln!("{}", styled(DIM, "waiting for what agents ask for; Ctrl+C ends it"));
    }
    while outln::is_read() {
        thread::sleep(POLL_INTERVAL);
        let waiting: HashSet<String> = match requests::waiting_ids(paths) {
            Ok(waiting) => waiting.into_iter().collect(),
            Err(error) => return fail(&error),
        };
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
    ExitCode::SUCCESS
}

/// Asks about a request that was just shown; false if the person wants to stop.
fn decide_now(paths: &StatePaths, request: &PendingRequest) -> bool {
    let answer = show::ask("  [a]pprove once, [d]eny, [s]kip, [q]uit?");
    let answer = match answer.as_deref() {
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
pub(crate) fn approve(paths: &StatePaths, args: &ApproveArgs, format: Format) -> ExitCode {
    let request = match requests::find(paths, &args.request) {
        Ok(request) => request,
        Err(error) => return fail(&error),
    };
    let is_person = show::is_person();
    // A request whose process has ended cannot be decided; the attempt reports that, and removes it.
    if request.is_alive && request.needs_person && !is_person {
        return fail(&NEEDS_PERSON);
    }
    if format == Format::Text {
        describe(&request, &ShortIds::default(), MAX_LINES);
    }
    if is_person && request.is_alive && !args.yes && !show::agrees("Approve it, this once?") {
        outln!("nothing was decided; it still waits");
        return ExitCode::FAILURE;
    }
    let place = if is_person { DecisionPlace::Terminal } else { DecisionPlace::Program };
    decided(requests::decide(paths, &request, ApprovalAnswer::Granted, place), format)
}

const NEEDS_PERSON: &str = "approving takes a person at a terminal, because an agent may be able to run this command too; nothing was \
    decided. Where a program has to approve, the operator says so in the server's configuration: approve_without_terminal = true";

/// `deny`: a refusal changes nothing, so it needs no terminal.
pub(crate) fn deny(paths: &StatePaths, request: &str, format: Format) -> ExitCode {
    let place = if show::is_person() { DecisionPlace::Terminal } else { DecisionPlace::Program };
    let refused = requests::find(paths, request)
        .and_then(|found| requests::decide(paths, &found, ApprovalAnswer::Refused, place));
    decided(refused, format)
}

fn decided(decided: Result<DecidedRequest, ApprovalQueueError>, format: Format) -> ExitCode {
    match decided {
        Ok(decided) => {
            print_decision(&decided, format);
            ExitCode::SUCCESS
        }
        Err(error) => fail(&error),
    }
}

fn print_decision(decided: &DecidedRequest, format: Format) {
    if let Some(error) = &decided.not_noted {
        log_stderr!("warning: the journal cannot be written: {error}");
    }
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

/// Refuses all requests of a session, or all requests.
pub(crate) fn deny_session(paths: &StatePaths, session: &str, format: Format) -> ExitCode {
    let waiting = match requests::waiting(paths) {
        Ok(waiting) => waiting,
        Err(error) => return fail(&error),
    };
    let place = if show::is_person() { DecisionPlace::Terminal } else { DecisionPlace::Program };
    let wanted = waiting.iter().filter(|request| session == "all" || request.session == session);
    let (mut refused, mut gone) = (0_usize, 0_usize);
    for request in wanted {
        match requests::decide(paths, request, ApprovalAnswer::Refused, place) {
            Ok(decided) => {
                refused += 1;
                if let Some(error) = decided.not_noted {
                    log_stderr!("warning: the journal cannot be written: {error}");
                }
            }
            // A request that was decided meanwhile, or whose process has ended, is no longer pending.
            Err(_) => gone += 1,
        }
    }
    if refused + gone == 0 {
        return fail(&format!("nothing of session {} waits; `ck3raven approvals` lists what does", quoted(session)));
    }
    if format == Format::Json {
        show::json(&json!({ "refused": refused, "over_already": gone }));
    } else {
        outln!("refused: {refused}; over already: {gone}");
    }
    ExitCode::SUCCESS
}

/// Everything that a person needs to decide. Others chose the names and texts, so they are quoted or shown as content (L103).
fn describe(request: &PendingRequest, ids: &ShortIds, limit: usize) {
    facts(request, ids);
    proposal(request, limit);
}

/// What is requested, by whom, why, and what happens without a decision.
fn facts(request: &PendingRequest, ids: &ShortIds) {
    let id = if show::width().is_some() { ids.short(&request.request) } else { &request.request };
    outln!("\n{}", styled(BOLD, format!("{}  {}", word(id), summary(request))));
    match (&request.intent, &request.contract) {
        (Some(intent), Some(contract)) => {
            let contract = if show::width().is_some() { ids.short(contract) } else { contract };
            outln!("  for       {} (contract {})", quoted(intent), word(contract));
        }
        _ => outln!("  for       no contract: what it is for was not declared"),
    }
    let client = match (&request.client, &request.client_version) {
        (Some(name), Some(version)) => format!("{} version {}", quoted(name), quoted(version)),
        (Some(name), None) => quoted(name),
        (None, _) => "a client that is not known".to_owned(),
    };
    outln!("  asked     by session {} of {client} in {}", word(&request.session), world(request));
    outln!("            {}, {}", clock_time::for_people(request.asked()), clock_time::ago(request.asked()));
    if request.is_alive {
        let until = clock_time::for_people(request.expires());
        outln!("  if not    nothing is changed; process {} waits for it until {until} or its end", request.process);
    } else {
        outln!("  {}", styled(BAD, "the process that asked has ended: it cannot be decided any more"));
    }
    if let Some(folder) = &request.folder {
        return outln!("  folder    {}", enforcement::folder_in_words(folder));
    }
    let proposal = &request.proposal;
    let sizes = match (proposal.size_before, proposal.size_after) {
        (Some(before), Some(after)) => format!("{} now, {} then", show::size(before), show::size(after)),
        (None, Some(after)) => format!("a new file of {}", show::size(after)),
        (Some(before), None) => show::size(before),
        (None, None) => "not known".to_owned(),
    };
    let digest: String = request.content.iter().flat_map(|digest| digest.chars()).take(12).collect();
    outln!("  content   {sizes}; SHA-256 {}…", word(&digest));
}

/// The effect of the change, at most `limit` lines of it, and how to see the rest.
fn proposal(request: &PendingRequest, limit: usize) {
    let proposal = &request.proposal;
    let left_out = usize::try_from(proposal.lines_left_out).unwrap_or(usize::MAX);
    let rest = match (&proposal.difference, &proposal.first_lines) {
        _ if request.folder.is_some() => return,
        (Some(text), _) => show::difference(text, left_out, limit),
        (None, Some(lines)) => show::content(lines, limit).saturating_add(left_out),
        (None, None) => return outln!("  {}", styled(DIM, "not text, so nothing of it can be shown")),
    };
    if rest > 0 {
        let id: String = request.request.chars().take(8).collect();
        outln!("  {}", styled(DIM, format!("… {rest} more lines: ck3raven approvals {} --full", word(&id))));
    }
}

/// The request in one line.
fn summary(request: &PendingRequest) -> String {
    let (operation, target) = (word(&request.operation), quoted(&request.target));
    match &request.destination {
        Some(to) => format!("{operation} {target} to {}", quoted(to)),
        None => format!("{operation} {target}"),
    }
}

fn world(request: &PendingRequest) -> String {
    if request.world.is_empty() {
        "an unnamed world".to_owned()
    } else {
        format!("the world of {}", quoted(&request.world))
    }
}
