//! `undo`: bring back what a change replaced. A person's door: it asks no policy, and changes nothing else.

use std::path::Path;
use std::process::ExitCode;

use enforcement::{KeptChange, UndoStore};
use reply_core::{CrashDir, NoData, Program};
use serde_json::json;
use world_adapter::{Delete, Digest, Existence, Mode, Prepared, Rename, Replaces, Unfinished, Write};

use super::approvals::ago;
use super::fail;
use crate::app::{StartError, open_world, settings};
use crate::journal::JournalFile;
use crate::places::Places;

pub(crate) fn list(places: &Places) -> ExitCode {
    let changes = match UndoStore::at(places.undo()).list() {
        Ok(changes) => changes,
        Err(error) => return fail(&error),
    };
    if changes.is_empty() {
        say!("no change is kept");
    }
    for change in changes {
        let undone = if change.undone { " (undone)" } else { "" };
        say!("{}  {} {}, {}{undone}", change.trace_id, change.operation, change.target, ago(change.at));
    }
    ExitCode::SUCCESS
}

pub(crate) fn run(places: &Places, config: Option<&Path>, trace_id: &str) -> ExitCode {
    let store = UndoStore::at(places.undo());
    let (change, before) = match store.load(trace_id) {
        Ok(found) => found,
        Err(error) => return fail(&error),
    };
    if change.undone {
        return fail(&format!("`{trace_id}` has been undone already"));
    }
    match bring_back(places, config, &change, before) {
        Ok(None) => {}
        Ok(Some(why)) => return fail(&format!("nothing was changed: {why}")),
        Err(error) => return fail(&error),
    }
    let note = json!({ "event": "undo", "undone": trace_id, "operation": change.operation, "target": change.target });
    let noted = JournalFile::at(places.journal()).person(&note);
    if let Err(error) = noted
        .map_err(|error| error.to_string())
        .and_then(|()| store.mark_undone(trace_id).map_err(|error| error.to_string()))
    {
        complain!("warning: it was undone, but that could not be noted: {error}");
    }
    say!("undone: {} {}", change.operation, change.target);
    ExitCode::SUCCESS
}

/// What the change left there: anything else is later work, which an undo must not lose.
fn left(change: &KeptChange) -> Replaces {
    match change.digest.as_ref().and_then(|digest| digest.parse().ok()) {
        Some(digest) => Replaces::Exactly(digest),
        None => Replaces::Nothing,
    }
}

/// Whether a file that a change created still holds what the change left there.
fn holds(prepared: &Prepared<'_>, change: &KeptChange) -> bool {
    let now = prepared.previous().map(|content| Digest::of(content).to_string());
    now == change.digest
}

/// Undoes one change through the world's own primitives; returns why not, if it could not be.
fn bring_back(
    places: &Places,
    config: Option<&Path>,
    change: &KeptChange,
    before: Option<Vec<u8>>,
) -> Result<Option<String>, StartError> {
    let (mut settings, _) = settings(places, config)?;
    // The person sees every configured root.
    settings.mode = Some(Mode::Ck3ravenDev);
    let Program { wrapper, voices, .. } = Program::start(&replies::REGISTRY, CrashDir::at(places.crashes()))?;
    let (world, authority, _, _) = open_world(&settings, voices.wa)?;
    let session = world.default_session();
    let mut why = None;
    let envelope = wrapper.call("undo", |rb| {
        let now = change.renamed_to.as_ref().unwrap_or(&change.target);
        let (rb, target) = world.resolve(rb, session, now, Existence::Optional)?;
        let prepared = match (&change.renamed_to, before) {
            (Some(_), _) => {
                let (rb, back) = world.resolve(rb, session, &change.target, Existence::Optional)?;
                world.prepare_rename(rb, authority.authorize(target, Rename::to(back)))
            }
            (None, Some(content)) => {
                world.prepare_write(rb, authority.authorize(target, Write::new(content).replacing(left(change))))
            }
            (None, None) => world.prepare_delete(rb, authority.authorize(target, Delete)),
        };
        let prepared = match prepared {
            Ok((rb, prepared)) if change.is_creation() && !holds(&prepared, change) => {
                why = Some("the file holds something else now".to_owned());
                return Err(rb.error(&voices.mcp, replies::mcp::error::Crash));
            }
            prepared => prepared,
        };
        match prepared.and_then(|(rb, prepared)| prepared.commit(rb)) {
            Ok((rb, _)) => Ok(rb.success(&voices.mcp, replies::mcp::success::Home, &NoData)),
            Err(Unfinished::Answered(terminal)) => Err(terminal),
            Err(Unfinished::Failed(rb, failure)) => {
                why = Some(failure.cause().to_string());
                Err(rb.error(&voices.mcp, replies::mcp::error::Crash))
            }
        }
    });
    let is_done = envelope.reply_type() == reply_core::ReplyType::S;
    Ok(if is_done { None } else { Some(why.unwrap_or_else(|| envelope.code().entry().summary.to_owned())) })
}
