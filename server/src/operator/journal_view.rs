//! The last journal lines that match a filter.

use std::collections::VecDeque;
use std::io;

use clap::Args;
use jiff::Timestamp;

use crate::clock_time;
use crate::journal::{self, JournalLine, RecordHead};
use crate::state_paths::StatePaths;

/// The filter. A field that is not set matches everything.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct JournalFilter {
    /// Only this code, or codes that begin with it.
    #[arg(long)]
    pub(crate) code: Option<String>,
    /// Only calls of this tool.
    #[arg(long)]
    pub(crate) tool: Option<String>,
    /// Only lines of this call, by its trace id or its beginning.
    #[arg(long)]
    pub(crate) trace: Option<String>,
    /// Only lines of this session, by its label or its beginning.
    #[arg(long, value_name = "LABEL")]
    pub(crate) session: Option<String>,
    /// Only from this time on: 2026-03-01, "2026-03-01 17:04", or how long ago: 15m, 2h, 7d.
    #[arg(long, value_name = "TIME", value_parser = clock_time::parse)]
    pub(crate) since: Option<Timestamp>,
    /// Only before this time.
    #[arg(long, value_name = "TIME", value_parser = clock_time::parse)]
    pub(crate) until: Option<Timestamp>,
}

impl JournalFilter {
    /// Whether a line matches.
    pub(crate) fn wants(&self, line: &JournalLine) -> bool {
        self.since.is_none_or(|since| line.at >= since)
            && self.until.is_none_or(|until| line.at < until)
            && self.wants_head(&line.head())
    }

    fn wants_head(&self, head: &RecordHead) -> bool {
        let fits = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| found.is_some_and(|found| found.starts_with(wanted)))
        };
        fits(&self.code, head.code.as_deref())
            && fits(&self.tool, head.tool.as_deref())
            && fits(&self.trace, head.trace_id.as_deref())
            && fits(&self.session, head.session.as_deref())
    }
}

/// The last lines that match.
#[derive(Debug)]
pub(crate) struct JournalPage {
    /// The newest last.
    pub(crate) lines: Vec<JournalLine>,
    /// Whether the journal has no lines at all.
    pub(crate) is_empty: bool,
}

/// The last `limit` matching lines, in one pass; no more than that is held.
pub(crate) fn last(paths: &StatePaths, filter: &JournalFilter, limit: usize) -> io::Result<JournalPage> {
    let (mut is_empty, mut lines) = (true, VecDeque::new());
    journal::each(&paths.journal(), |line| {
        is_empty = false;
        if filter.wants(&line) {
            lines.push_back(line);
            if lines.len() > limit {
                lines.pop_front();
            }
        }
    })?;
    Ok(JournalPage { lines: lines.into(), is_empty })
}
