//! `journal`: what was done, filtered or summed up.

use std::collections::{BTreeMap, VecDeque};
use std::process::ExitCode;

use clap::Args;
use serde_json::Value;

use super::paint::{BAD, BOLD, of_code, styled};
use super::{fail, lines};
use crate::state_paths::StatePaths;

/// How many times in a row the same mistake betrays a loop.
const A_LOOP: usize = 3;

#[derive(Debug, Args)]
pub(crate) struct JournalArgs {
    /// How many lines, the latest last.
    #[arg(long, short = 'n', default_value_t = 40)]
    lines: usize,
    /// Only this code, or codes that begin so.
    #[arg(long)]
    code: Option<String>,
    /// Only calls of this tool.
    #[arg(long)]
    tool: Option<String>,
    /// Only what belongs to this call.
    #[arg(long)]
    trace: Option<String>,
    /// Sum up: calls by code, the slowest, agents in a loop.
    #[arg(long)]
    statistics: bool,
}

impl JournalArgs {
    fn wants(&self, line: &Value) -> bool {
        let fits = |wanted: &Option<String>, field: &str| {
            wanted.as_deref().is_none_or(|wanted| lines::text(line, field).starts_with(wanted))
        };
        fits(&self.code, "code") && fits(&self.tool, "tool") && fits(&self.trace, "trace_id")
    }
}

pub(crate) fn run(paths: &StatePaths, args: &JournalArgs) -> ExitCode {
    let (mut is_empty, mut wanted) = (true, VecDeque::new());
    let read = lines::each(paths, |line| {
        is_empty = false;
        if !args.wants(&line) || args.statistics && lines::text(&line, "event") != "call" {
            return;
        }
        wanted.push_back(line);
        // The journal may be far larger than what is shown of it.
        if !args.statistics && wanted.len() > args.lines {
            wanted.pop_front();
        }
    });
    if let Err(error) = read {
        return fail(&format!("the journal cannot be read: {error}"));
    }
    if args.statistics {
        sum_up(&wanted.iter().collect::<Vec<_>>());
        return ExitCode::SUCCESS;
    }
    if wanted.is_empty() {
        outln!("{}", if is_empty { "nothing has been done yet" } else { "no line fits" });
    }
    for line in &wanted {
        outln!("{}", lines::show(line));
    }
    ExitCode::SUCCESS
}

fn sum_up(calls: &[&Value]) {
    outln!("{} {}\n", styled(BOLD, "calls"), calls.len());
    let mut by_code: BTreeMap<&str, usize> = BTreeMap::new();
    for call in calls {
        *by_code.entry(lines::text(call, "code")).or_default() += 1;
    }
    let mut by_code: Vec<(&str, usize)> = by_code.into_iter().collect();
    by_code.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (code, count) in by_code {
        outln!("  {count:>7}  {}", styled(of_code(code), code));
    }
    outln!("\n{}", styled(BOLD, "slowest"));
    let mut slowest = calls.to_vec();
    slowest.sort_by_key(|call| std::cmp::Reverse(call["duration_ms"].as_u64()));
    for call in slowest.iter().take(5) {
        outln!("  {}", lines::show(call));
    }
    let loops = loops(calls);
    if !loops.is_empty() {
        outln!("\n{}", styled(BAD, "the same mistake again and again"));
    }
    for (call, times) in loops {
        outln!("  {times} times in a row  {}", lines::show(call));
    }
}

/// Runs of the same mistake: an agent that retries without correcting.
fn loops<'l>(calls: &[&'l Value]) -> Vec<(&'l Value, usize)> {
    let is_same = |a: &&Value, b: &&Value| a["mistake"].is_string() && a["mistake"] == b["mistake"];
    let runs = calls.chunk_by(is_same).filter(|run| run.len() >= A_LOOP);
    runs.filter_map(|run| run.last().map(|last| (*last, run.len()))).collect()
}
