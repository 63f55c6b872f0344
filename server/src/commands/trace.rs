//! `trace`: the whole story of an id, from the journal, the undo store and the crash file.

use std::process::ExitCode;

use clap::Args;
use enforcement::{ChangeFileState, quoted};
use reply_kit::visible;
use serde_json::Value;

use super::lines::{call_summary, client, print_all, text, word};
use super::paint::{BOLD, DIM, of_code, styled};
use super::show::{self, Format};
use super::wrap::unfolded;
use super::{CommandResult, demo};
use crate::app::App;
use crate::operator::changes::{ChangeDetail, DiffExtent};
use crate::operator::ids::ShortIds;
use crate::operator::story::{self, IdKind, Story, StoryLookup};
use crate::state_paths::StatePaths;

/// How many lines of one change are shown.
const MAX_CHANGE_LINES: usize = 200;

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// A trace, request or contract id, a session's label, or its beginning.
    id: String,
    /// Show the whole change, however long it is.
    #[arg(long)]
    full: bool,
}

pub(crate) fn run(
    paths: &StatePaths,
    args: &TraceArgs,
    open: impl FnOnce() -> Option<App>,
    format: Format,
) -> CommandResult {
    let TraceArgs { id, full } = args;
    let (extent, limit) =
        if *full { (DiffExtent::Whole, usize::MAX) } else { (DiffExtent::Beginning, MAX_CHANGE_LINES) };
    let found = match story::find(paths, id, open, extent)? {
        // The demonstration has a world of its own.
        StoryLookup::Nothing => story::find(&demo::paths(paths), id, || None::<App>, extent)?,
        found => found,
    };
    match found {
        StoryLookup::Nothing => {
            let expected = "give a trace, request or contract id, a session's label, or the beginning of one";
            let id = quoted(id);
            Err(format!("nothing is known of {id}: neither journal nor crash file mentions it; {expected}").into())
        }
        StoryLookup::Several(fitting, more) => {
            let list: Vec<String> =
                fitting.iter().map(|(kind, id)| format!("\n  {:<9} {}", kind.word(), word(id))).collect();
            let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
            let id = quoted(id);
            Err(format!("several ids begin with {id}; give more of the one that is meant:{}{more}", list.concat())
                .into())
        }
        StoryLookup::One(story) => {
            match format {
                Format::Json => show::json(&story),
                Format::Text => print_story(&story, limit),
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn print_story(story: &Story, limit: usize) {
    let width = show::width();
    outln!("{} {}", styled(BOLD, story.kind.word()), word(&story.id));
    print_caller(story);
    answer(story);
    print_part("under the contract", story.contract.as_slice(), width);
    print_part("what a person decided before", &story.decisions, width);
    outln!("\n{}", styled(BOLD, "what happened"));
    if story.lines_left_out > 0 {
        outln!(
            "{}",
            styled(DIM, format!("{} older lines are left out; `ck3raven journal` has them", story.lines_left_out))
        );
    }
    print_all(&story.lines, width);
    for detail in &story.changes {
        change(detail, limit);
    }
    if story.kind == IdKind::Contract && story.changes.iter().any(|detail| detail.state != ChangeFileState::Undone) {
        let id = word(ShortIds::default().short(&story.id));
        outln!("\nto undo everything of this contract: ck3raven undo --contract {id}");
    }
    print_part("before it in the session", &story.before, width);
    print_part("after it in the session", &story.after, width);
    match &story.crash {
        Some(crash) => {
            outln!("\n{}", styled(BOLD, "crash file"));
            for line in crash.lines() {
                outln!("{}", visible(line));
            }
        }
        None if story.kind == IdKind::Trace => {
            outln!("\n{}", styled(DIM, "no crash file: nothing escaped from this call"));
        }
        None => {}
    }
}

fn print_caller(story: &Story) {
    let is_undo = |line: &Value| line["event"] == "undo" && line["trace_id"] == *story.id;
    if let Some(undo) = story.lines.iter().find(|line| is_undo(line)) {
        return outln!("a person undid call {}", word(text(undo, "undone")));
    }
    let client = client(story.client.as_deref(), story.client_version.as_deref());
    match &story.session {
        Some(session) => outln!("asked by {client} in session {}", word(session)),
        None => outln!("asked by {client}"),
    }
}

/// What the call asked for, its answer, and what that means.
fn answer(story: &Story) {
    let Some(call) = story.lines.iter().find(|line| line["event"] == "call" && story.kind == IdKind::Trace) else {
        return;
    };
    outln!("asked for {} {}", word(text(call, "tool")), call_summary(call));
    let code = text(call, "code");
    outln!("answered {} in {} ms", styled(of_code(code), word(code)), call["duration_ms"]);
    if let Some(params) = call["params"].as_object() {
        for (name, value) in params {
            outln!("  {}: {}", visible(name), value.as_str().map_or_else(|| plain(value), quoted));
        }
    }
    if let Some(meaning) = &story.meaning {
        let (key, summary, explain) = (text(meaning, "key"), text(meaning, "summary"), text(meaning, "explain"));
        outln!("{} {summary}\n{}", styled(BOLD, key), styled(DIM, unfolded(explain)));
    }
}

fn plain(value: &Value) -> String {
    visible(&value.to_string()).into_owned()
}

fn change(detail: &ChangeDetail, limit: usize) {
    let ChangeDetail { change, difference, lines_left_out, state, not_seen } = detail;
    let to = change.renamed_to.as_deref().map(|to| format!(" to {}", quoted(to))).unwrap_or_default();
    outln!("\n{} {} {}{to}", styled(BOLD, "what changed:"), word(&change.operation), quoted(&change.target));
    match difference {
        Some(difference) if difference.is_empty() => outln!("  the same content"),
        Some(difference) => {
            let id = word(ShortIds::default().short(&change.trace_id));
            show::rest(show::difference(difference, *lines_left_out, limit), &format!("trace {id} --full"));
        }
        None if change.folder.is_some() => {
            let holds = change.folder.as_ref().map(enforcement::folder_in_words).unwrap_or_default();
            outln!("  a folder: {holds}");
        }
        None => outln!("  {}", styled(DIM, "what it left there is not known any more; what was there before is kept")),
    }
    let now = match state {
        ChangeFileState::AsLeft => "the file is as the change left it",
        ChangeFileState::ChangedSince => "the file was changed since",
        ChangeFileState::Undone => "it has been undone",
        ChangeFileState::Unknown => {
            "the file cannot be looked at from here; name the server's configuration with --config"
        }
    };
    outln!("  {now}");
    if let Some(refusal) = not_seen {
        outln!("  {} {}", refusal.code, refusal.summary);
    }
    let force = if *state == ChangeFileState::ChangedSince { " --force" } else { "" };
    if *state != ChangeFileState::Undone {
        outln!("  to undo it: ck3raven undo {}{force}", word(&change.trace_id));
    }
}

fn print_part(title: &str, lines: &[Value], width: Option<usize>) {
    if !lines.is_empty() {
        outln!("\n{}", styled(BOLD, title));
        print_all(lines, width);
    }
}
