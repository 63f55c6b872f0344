//! `crashes`: the crash files, the newest first.

use std::process::ExitCode;

use anstyle::Style;
use clap::Args;
use reply_kit::visible;

use super::CommandResult;
use super::lines::word;
use super::paint::{BAD, BOLD, DIM, styled};
use super::show::{self, Format, TextRow};
use crate::clock_time;
use crate::operator::crashes::{self, CrashFile};
use crate::operator::ids::ShortIds;
use crate::state_paths::StatePaths;

#[derive(Debug, Args)]
pub(crate) struct CrashesArgs {
    /// How many, the newest first.
    #[arg(long, short = 'n', default_value_t = 20)]
    lines: usize,
}

pub(crate) fn run(paths: &StatePaths, args: &CrashesArgs, format: Format) -> CommandResult {
    let found = crashes::list(paths, args.lines).map_err(|error| format!("the crash files cannot be read: {error}"))?;
    if format == Format::Json {
        show::json(&found);
        return Ok(ExitCode::SUCCESS);
    }
    if found.total == 0 {
        outln!("no crash file is kept: nothing escaped from a call");
        return Ok(ExitCode::SUCCESS);
    }
    let (ids, width) = (ShortIds::of(found.crashes.iter().map(|crash| crash.trace_id.as_str())), show::width());
    for CrashFile { trace_id, at, tool, cause, place, .. } in &found.crashes {
        let id = show::id(&ids, trace_id);
        let at = at.parse().map(clock_time::for_people).unwrap_or_default();
        let tool = tool.as_deref().map(word).unwrap_or_default();
        TextRow::new()
            .add(BOLD, format!("{}  ", word(id)))
            .add(DIM, format!("{at}  "))
            .add(Style::new(), tool)
            .print(width);
        // The message of a panic may contain an agent's input.
        TextRow::new().add(DIM, "  │ ").add(BAD, visible(cause)).print(width);
        if let Some(place) = place {
            TextRow::new().add(DIM, format!("  │ at {}", visible(place))).print(width);
        }
    }
    if found.total > found.crashes.len() {
        outln!("{}", styled(DIM, format!("and {} older ones; -n shows more", found.total - found.crashes.len())));
    }
    outln!("\n  ck3raven trace ID  shows the whole story, with the crash file; please report it");
    Ok(ExitCode::SUCCESS)
}
