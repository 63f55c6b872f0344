//! `trace`: the whole story of an id, from the journal, the undo store and the crash file.

use std::process::ExitCode;

use clap::Args;
use enforcement::quoted;
use reply_kit::visible;
use serde_json::Value;

use super::lines::{LineView, call_summary, text, word};
use super::paint::{BOLD, DIM, of_code, styled};
use super::show::{self, Format};
use super::wrap::unfolded;
use super::{demo, fail};
use crate::app::App;
use crate::operator::changes::{ChangeDetail, ChangeFileState, DiffExtent};
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
) -> ExitCode {
    let TraceArgs { id, full } = args;
    let (extent, limit) =
        if *full { (DiffExtent::Whole, usize::MAX) } else { (DiffExtent::Beginning, MAX_CHANGE_LINES) };
    let found = match story::find(paths, id, open, extent) {
        // The demonstration has a world of its own.
        Ok(StoryLookup::Nothing) => story::find(&demo::paths(paths), id, || None, extent),
        found => found,
    };
    match found {
        Err(error) => fail(&error),
        Ok(StoryLookup::Nothing) => {
            let expected = "give a trace, request or contract id, a session's label, or the beginning of one";
            fail(&format!("nothing is known of {}: neither journal nor crash file mentions it; {expected}", quoted(id)))
        }
        Ok(StoryLookup::Several(fitting, more)) => {
            let list: Vec<String> =
                fitting.iter().map(|(kind, id)| format!("\n  {:<9} {}", kind.word(), word(id))).collect();
            let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
            fail(&format!(
                "several ids begin with {}; give more of the one that is meant:{}{more}",
                quoted(id),
                list.concat()
            ))
        }
        Ok(StoryLookup::One(story)) if format == Format::Json => {
            show::json(&story);
            ExitCode::SUCCESS
        }
        Ok(StoryLookup::One(story)) => {
            print_story(&story, limit);
            ExitCode::SUCCESS
        }
    }
}

fn print_story(story: &Story, limit: usize) {
    let width = show::width();
    outln!("{} {}", styled(BOLD, story.kind.word()), word(&story.id));
    print_caller(story);
    answer(story);
    if let Some(contract) = &story.contract {
        outln!("\n{}", styled(BOLD, "under the contract"));
        LineView::of([contract], width).print(contract);
    }
    if !story.decisions.is_empty() {
        outln!("\n{}", styled(BOLD, "what a person decided before"));
        let mut view = LineView::of(&story.decisions, width);
        for line in &story.decisions {
            view.print(line);
        }
    }
    outln!("\n{}", styled(BOLD, "what happened"));
    if story.lines_left_out > 0 {
        outln!(
            "{}",
            styled(DIM, format!("{} older lines are left out; `ck3raven journal` has them", story.lines_left_out))
        );
    }
    let mut view = LineView::of(&story.lines, width);
    for line in &story.lines {
        view.print(line);
    }
    for detail in &story.changes {
        change(detail, limit);
    }
    if story.kind == IdKind::Contract && story.changes.iter().any(|detail| detail.state != ChangeFileState::Undone) {
        let id: String = story.id.chars().take(8).collect();
        outln!("\nto take everything of this contract back: ck3raven undo --contract {}", word(&id));
    }
    around("before it in the session", &story.before, width);
    around("after it in the session", &story.after, width);
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
        return outln!("a person took back call {}", word(text(undo, "undone")));
    }
    let client = match (&story.client, &story.client_version) {
        (Some(name), Some(version)) => format!("{} version {}", quoted(name), quoted(version)),
        (Some(name), None) => quoted(name),
        (None, _) => "a client that is not known".to_owned(),
    };
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
        outln!("{} {}\n{}", styled(BOLD, meaning.key), meaning.summary, styled(DIM, unfolded(meaning.explain)));
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
            let rest = show::difference(difference, *lines_left_out, limit);
            if rest > 0 {
                let id: String = change.trace_id.chars().take(8).collect();
                outln!("  {}", styled(DIM, format!("… {rest} more lines: ck3raven trace {} --full", word(&id))));
            }
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
        outln!("  to take it back: ck3raven undo {}{force}", word(&change.trace_id));
    }
}

fn around(title: &str, lines: &[Value], width: Option<usize>) {
    if lines.is_empty() {
        return;
    }
    outln!("\n{}", styled(BOLD, title));
    let mut view = LineView::of(lines, width);
    for line in lines {
        view.print(line);
    }
}
