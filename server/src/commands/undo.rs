//! `undo`: restores what changes replaced. Enforcement does it; this command shows the effect, asks, and prints the reply.

use std::process::ExitCode;

use clap::Args;
use enforcement::{LaterWork, UndoError, UndoPreviews, UndoRecorder as _, quoted};
use replies::Code;
use reply_kit::visible;
use reply_mcp::log_stderr;
use world_adapter::CreatedMod;

use super::CommandResult;
use super::lines::word;
use super::paint::{BAD, BOLD, DIM, styled};
use super::show::{self, Format, TextRow};
use crate::app::App;
use crate::clock_time;
use crate::operator::changes::{self, ChangeRefusal, DiffExtent, MOVE_AWAY, UndoDetail, UndoReport, UndoableChange};
use crate::operator::ids::ShortIds;
use crate::state_paths::StatePaths;

/// How many lines of one change are shown.
const MAX_LINES: usize = 200;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct UndoArgs {
    /// The change, by its trace id or its beginning.
    #[arg(required_unless_present_any = ["list", "last", "contract"])]
    trace_id: Option<String>,
    /// The newest change that is not undone.
    #[arg(long, conflicts_with_all = ["trace_id", "contract"])]
    last: bool,
    /// All changes made under a contract, the newest first: all of them, or none.
    #[arg(long, value_name = "ID", conflicts_with = "trace_id")]
    contract: Option<String>,
    /// List the changes that can be undone.
    #[arg(long, conflicts_with_all = ["trace_id", "last", "contract"])]
    pub(crate) list: bool,
    /// Undo even if the file was changed since. What that replaces is stored, and can be restored by the id that is shown.
    #[arg(long, conflicts_with = "list")]
    force: bool,
    /// Show the difference, and change nothing.
    #[arg(long, conflicts_with = "list")]
    dry_run: bool,
    /// Show the whole difference, however long it is.
    #[arg(long, conflicts_with = "list")]
    full: bool,
    /// Do not ask.
    #[arg(long, short = 'y', conflicts_with = "list")]
    yes: bool,
}

/// Whether changes of a killed process are still unsettled.
pub(crate) fn has_unsettled(paths: &StatePaths) -> bool {
    !paths.undo_store().unsettled().is_empty()
}

pub(crate) fn list(paths: &StatePaths, format: Format) -> CommandResult {
    let changes = changes::list(paths)?;
    if format == Format::Json {
        show::json(&changes);
        return Ok(ExitCode::SUCCESS);
    }
    if changes.is_empty() {
        outln!("no change is kept");
    }
    let (ids, width) = (ShortIds::of(changes.iter().map(|change| change.trace_id.as_str())), show::width());
    for change in &changes {
        let id = show::id(&ids, &change.trace_id);
        let at = change.at.parse().map(clock_time::for_people).unwrap_or_default();
        let undone = if change.is_undone { " (undone)" } else { "" };
        TextRow::new()
            .add(BOLD, format!("{}  ", word(id)))
            .add(DIM, format!("{at}  "))
            .add_shrinking(anstyle::Style::new(), summary(change))
            .add(anstyle::Style::new(), undone)
            .print(width);
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn run(app: &App, paths: &StatePaths, args: &UndoArgs, format: Format) -> CommandResult {
    let trace_ids = changes::select(paths, args.trace_id.as_deref(), args.contract.as_deref())?;
    let (extent, limit) = if args.full { (DiffExtent::Whole, usize::MAX) } else { (DiffExtent::Beginning, MAX_LINES) };
    let UndoPreviews { shown: previews, left_out } = changes::preview(app, &trace_ids, extent)?;
    if let Some(done) = previews.iter().find(|preview| preview.change.is_undone) {
        return Err(UndoError::AlreadyUndone(done.change.trace_id.clone()).into());
    }
    if format == Format::Text {
        for preview in &previews {
            describe(preview, args.force, limit);
        }
    }
    if left_out > 0 {
        log_stderr!("warning: {left_out} more changes are not shown: with them it is too much to be undone as one");
    }
    if args.dry_run {
        if format == Format::Json {
            show::json(&previews);
        }
        return Ok(ExitCode::SUCCESS);
    }
    // A change that would be refused is not asked about.
    let is_asked = format == Format::Text && show::is_person();
    let is_refused = |preview: &&UndoDetail| preview.is_changed_since && (preview.new_mod.is_some() || !args.force);
    if let Some(refused) = previews.iter().find(is_refused).filter(|_| is_asked) {
        let code = Code::UndoWouldLoseWork;
        let (meaning, target) = (code.entry().summary, quoted(&refused.change.target));
        let by_force = "--force undoes it all the same, and keeps what is there now";
        let how = match (&refused.new_mod, &refused.change.folder) {
            (Some(_), _) => MOVE_AWAY,
            (None, Some(_)) => LATER_FIRST,
            (None, None) => by_force,
        };
        return Err(format!("nothing was changed: {code} {meaning}\n  {target}\n{how}").into());
    }
    let many = if trace_ids.len() == 1 { "it".to_owned() } else { format!("all {} changes", trace_ids.len()) };
    if show::is_person() && !args.yes && !show::agrees(&format!("Undo {many}?")) {
        outln!("nothing was changed");
        return Ok(ExitCode::FAILURE);
    }
    let later = if args.force { LaterWork::Replace } else { LaterWork::Keep };
    print_report(&changes::undo(app, &trace_ids, later)?, format)
}

/// What to do where a folder cannot be restored: force would replace nothing.
const LATER_FIRST: &str = "undo the later changes first, newest first, or move away what is there";

fn describe(preview: &UndoDetail, is_forced: bool, limit: usize) {
    let UndoDetail { change, difference, lines_left_out, is_changed_since, new_mod, not_seen } = preview;
    outln!("{} {}", styled(BOLD, "undoing"), summary(change));
    match difference {
        Some(difference) if difference.is_empty() => outln!("  the file holds that already"),
        Some(difference) => {
            let id = word(ShortIds::default().short(&change.trace_id));
            show::rest(show::difference(difference, *lines_left_out, limit), &format!("undo {id} --dry-run --full"));
        }
        None if new_mod.is_some() => new_mod.iter().for_each(|found| describe_removal(found, limit)),
        None if change.renamed_to.is_some() => outln!("  it gets its old name back"),
        None if change.folder.is_some() => outln!("  the folder comes back with everything that was in it"),
        None => outln!("  {}", styled(DIM, "what is there now cannot be seen")),
    }
    if *is_changed_since && new_mod.is_none() {
        let what = match (&change.folder, is_forced) {
            // A folder replaces nothing.
            (Some(_), _) => LATER_FIRST,
            (None, true) => "what came after it is replaced too, and kept",
            (None, false) => "--force replaces that too, and keeps it",
        };
        outln!("  {} {what}", styled(BAD, "the file was changed since, or a folder around it:"));
    }
    if let Some(refusal) = not_seen {
        outln!("  {} {}", refusal.code, refusal.summary);
    }
}

fn describe_removal(found: &CreatedMod, limit: usize) {
    let CreatedMod { as_made: removed, later: stays, later_unnamed: stays_unnamed, .. } = found;
    let list = |paths: &[String], unnamed: usize| {
        for path in paths.iter().take(limit) {
            outln!("    {}", quoted(path));
        }
        let rest = unnamed + paths.len().saturating_sub(limit);
        if rest > 0 {
            outln!("    {}", styled(DIM, format!("… and {rest} more")));
        }
    };
    if removed.is_empty() && stays.is_empty() {
        outln!("  nothing of the mod is there any more");
        return;
    }
    if removed.is_empty() {
        outln!("  nothing is left as it was created");
    } else {
        outln!("  removed from the local mods folder, as they were created:");
        list(removed, 0);
    }
    if stays.is_empty() {
        return;
    }
    outln!("  {}", styled(BAD, "stays, because it is later work:"));
    list(stays, *stays_unnamed);
    outln!("  while that is there nothing is removed: undo the later changes first, or move it away");
}

fn print_report(report: &UndoReport, format: Format) -> CommandResult {
    if let Some(error) = &report.not_noted {
        log_stderr!("warning: it was undone, but that could not be noted: {error}");
    }
    if let Some(error) = &report.not_marked {
        log_stderr!("warning: it was undone, but is still listed as if it were not: {error}");
    }
    if format == Format::Json {
        show::json(report);
    } else {
        for undone in &report.undone {
            outln!("undone: {}", summary(&undone.change));
            if undone.was_forced {
                outln!("  what was there is kept: ck3raven undo {}", word(&undone.undo));
            }
        }
    }
    for change in &report.stuck {
        log_stderr!("error: {} was undone and could not be made again; it is undone", summary(change));
    }
    match &report.refused {
        Some((change, refusal)) => Err(refused(change, refusal).into()),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Why nothing was changed: the code, its meaning, its values, and what the user can do.
fn refused(change: &UndoableChange, refusal: &ChangeRefusal) -> String {
    let values = visible(&refusal.data.to_string()).into_owned();
    let ChangeRefusal { code, summary: meaning, help, .. } = refusal;
    format!("nothing was changed: {code} {meaning}\n  {}\n  {values}\n{help}", summary(change))
}

fn summary(change: &UndoableChange) -> String {
    let to = change.renamed_to.as_deref().map(|to| format!(" to {}", quoted(to))).unwrap_or_default();
    let folder =
        change.folder.as_ref().map(|folder| format!(" (a folder, {} files)", folder.files)).unwrap_or_default();
    let doubt = if change.is_uncertain { " (perhaps not made: its server was killed over it)" } else { "" };
    format!("{} {}{folder}{to}{doubt}", word(&change.operation), quoted(&change.target))
}

/// For the demonstration: undoes one change and reports it.
pub(crate) fn one(app: &App, trace_id: &str, format: Format) -> CommandResult {
    print_report(&changes::undo(app, &[trace_id.to_owned()], LaterWork::Keep)?, format)
}
