//! `journal`: shows journal lines, filtered, or statistics.

use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::Args;
use serde_json::Value;

use super::lines::LineView;
use super::outln;
use super::paint::{BAD, BOLD, DIM, of_code, styled};
use super::show::{self, Format, TextRow};
use super::{CommandResult, lines};
use crate::clock_time;
use crate::journal::{JournalLine, JournalTail};
use crate::operator::journal_view::{self, JournalFilter};
use crate::operator::statistics::{self, CallLoop, Statistics, Tally};
use crate::state_paths::StatePaths;

/// How often the journal is polled in follow mode.
const POLL_INTERVAL: Duration = Duration::from_millis(300);
/// How many sessions and days are listed on a terminal.
const MAX_LISTED: usize = 15;

#[derive(Debug, Args)]
pub(crate) struct JournalArgs {
    /// How many lines, the newest last.
    #[arg(long, short = 'n', default_value_t = 40)]
    lines: usize,
    #[command(flatten)]
    filter: JournalFilter,
    /// Keep running, and show new lines as they are written.
    #[arg(long, short = 'f', conflicts_with_all = ["statistics", "until"])]
    follow: bool,
    /// Show statistics: calls by code, tool, session and day, the slowest, agents in a loop.
    #[arg(long)]
    statistics: bool,
}

pub(crate) fn run(paths: &StatePaths, args: &JournalArgs, format: Format) -> CommandResult {
    let shown = if args.statistics { show_statistics(paths, args, format) } else { show_lines(paths, args, format) };
    shown.map_err(|error| format!("the journal cannot be read: {error}"))?;
    Ok(ExitCode::SUCCESS)
}

fn show_lines(paths: &StatePaths, args: &JournalArgs, format: Format) -> std::io::Result<()> {
    // Started before reading, so that lines which are written meanwhile are not missed.
    let mut tail = JournalTail::from_end(&paths.journal());
    let page = journal_view::last(paths, &args.filter, args.lines)?;
    let values: Vec<Value> = page.lines.iter().map(JournalLine::value).collect();
    if values.is_empty() && format == Format::Text && !args.follow {
        outln!("{}", if page.is_empty { "nothing has been done yet" } else { "no line fits" });
    }
    let mut view = LineView::of(&values, show::width());
    let mut print = |line: &Value| if format == Format::Json { show::json(line) } else { view.print(line) };
    values.iter().for_each(&mut print);
    let newest = page.lines.last().map(|line| line.at);
    while args.follow && outln::is_read() {
        for line in tail.added()? {
            let is_shown = newest.is_some_and(|newest| line.at <= newest) && values.contains(&line.value());
            if args.filter.wants(&line) && !is_shown {
                print(&line.value());
            }
        }
        thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}

fn show_statistics(paths: &StatePaths, args: &JournalArgs, format: Format) -> std::io::Result<()> {
    let found = statistics::sum_up(paths, &args.filter)?;
    if format == Format::Json {
        show::json(&found);
        return Ok(());
    }
    let width = show::width();
    let Statistics { calls, by_code, by_tool, by_session, by_day, slowest, loops, .. } = found;
    heading("all", width);
    tally("calls", &calls, width);
    outln!("\n{}", styled(BOLD, "by code"));
    for (code, count) in &by_code {
        let meaning = ck3_tools::find(code).map_or("", |code| code.entry().summary);
        let code = lines::word(code);
        TextRow::new()
            .add(BOLD, format!("  {count:>7}  "))
            .column(of_code(&code), &code, 16)
            .add(DIM, format!("  {meaning}"))
            .print(width);
    }
    outln!("");
    heading("by tool", width);
    for (tool, found) in &by_tool {
        tally(&lines::word(tool), found, width);
    }
    outln!("");
    heading("by session", width);
    for (session, found) in by_session.iter().take(MAX_LISTED) {
        tally(if session.is_empty() { "(none)" } else { session }, found, width);
    }
    more(by_session.len());
    outln!("");
    heading("by day", width);
    for (day, found) in by_day.iter().rev().take(MAX_LISTED) {
        tally(day, found, width);
    }
    more(by_day.len());
    outln!("\n{}", styled(BOLD, "slowest"));
    lines::print_all(&slowest, width);
    if !loops.is_empty() {
        outln!("\n{}", styled(BAD, "the same answer again and again: an agent in a loop"));
    }
    let plain = anstyle::Style::new();
    for CallLoop { times, call } in &loops {
        let code = lines::word(lines::text(call, "code"));
        TextRow::new()
            .add(BOLD, format!("  {times:>7} ×  "))
            .column(of_code(&code), &code, 14)
            .add_shrinking(plain, format!("  {} {}", lines::word(lines::text(call, "tool")), lines::call_summary(call)))
            .print(width);
        let at = clock_time::from_json(&call["at"]).map(clock_time::for_people).unwrap_or_default();
        let (session, trace_id) = (lines::text(call, "session"), lines::text(call, "trace_id"));
        let short: String = trace_id.chars().take(if width.is_some() { 8 } else { usize::MAX }).collect();
        let about = format!("session {}, last at {at}: ck3raven trace {}", lines::word(session), lines::word(&short));
        outln!("             {}", styled(DIM, about));
    }
    Ok(())
}

/// A column of a table of calls: its title, width and value.
type Column = (&'static str, usize, fn(&Tally) -> u64);

const COLUMNS: [Column; 9] = [
    ("calls", 8, |found| found.calls as u64),
    ("S", 7, |found| found.succeeded as u64),
    ("I", 6, |found| found.invalid as u64),
    ("D", 6, |found| found.denied as u64),
    ("E", 6, |found| found.failed as u64),
    ("p50", 7, |found| found.median_ms),
    ("p90", 7, |found| found.p90_ms),
    ("p99", 7, |found| found.p99_ms),
    ("max ms", 8, |found| found.max_ms),
];
/// The columns that a narrow terminal leaves out: the percentiles between the median and the maximum, then the median.
const NOT_IF_NARROW: [std::ops::Range<usize>; 3] = [0..0, 6..8, 5..8];
const NAME_WIDTH: usize = 14;

/// The columns that fit.
fn columns(width: Option<usize>) -> impl Iterator<Item = &'static Column> {
    let all: usize = NAME_WIDTH + COLUMNS.iter().map(|(_, wide, _)| wide).sum::<usize>();
    let without = |left_out: &std::ops::Range<usize>| {
        all - COLUMNS[left_out.clone()].iter().map(|(_, wide, _)| wide).sum::<usize>()
    };
    let fits = |left_out: &&std::ops::Range<usize>| width.is_none_or(|width| without(left_out) <= width);
    let left_out = NOT_IF_NARROW.iter().find(fits).unwrap_or(&NOT_IF_NARROW[2]);
    COLUMNS.iter().enumerate().filter(|(at, _)| !left_out.contains(at)).map(|(_, column)| column)
}

fn heading(title: &str, width: Option<usize>) {
    let start = TextRow::new().add(BOLD, format!("{title:<NAME_WIDTH$}"));
    columns(width).fold(start, |row, (title, wide, _)| row.add(BOLD, format!("{title:>wide$}"))).print(width);
}

fn more(count: usize) {
    if count > MAX_LISTED {
        outln!("  {}", styled(DIM, format!("and {} more; --json lists all", count - MAX_LISTED)));
    }
}

fn tally(name: &str, found: &Tally, width: Option<usize>) {
    let name = reply_kit::visible(name);
    let values = columns(width).map(|(_, wide, value)| format!("{:>wide$}", value(found)));
    TextRow::new()
        .add(BOLD, "  ")
        .column(anstyle::Style::new(), &name, NAME_WIDTH - 2)
        .add(anstyle::Style::new(), values.collect::<String>())
        .print(width);
}
