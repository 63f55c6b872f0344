//! The part of a log that one call reads, and where it ended.

use std::io;

use ck3_game_log::Entry;
use reply_kit::Cancellation;

use crate::logs::cursor::{LogMarks, Mark, PageMark};
use crate::logs::data::{LogFileState, LogName, LogState};
use crate::logs::groups::Groups;
use crate::logs::in_force::FilesInForce;
use crate::logs::log_file::{LogFile, digest};

/// The most bytes of a log that one call reads, from its end.
const MAX_LOG: u64 = 256 * 1024 * 1024;

/// A log that is being read, and the range of it.
pub(crate) struct LogRange {
    pub(crate) log: LogName,
    pub(crate) file: LogFile,
    /// Where the range begins, with the entry there if it was read before.
    pub(crate) begin: Mark,
    pub(crate) to: u64,
    /// The last entry of the range.
    pub(crate) last: Option<u64>,
}

/// Decides which part of a log is read. `None` if the page belongs to another log.
pub(crate) fn open_range(
    log: LogName,
    file: LogFile,
    since: Option<&LogMarks>,
    page: Option<&PageMark>,
) -> (LogState, Option<LogRange>) {
    let mut state = LogState { state: LogFileState::Read, size: file.size, ..LogState::absent(log) };
    let whole = Mark { log, at: 0, seen: 0, head: file.head() };
    if let Some(page) = page {
        let range = page.ranges.iter().find(|(mark, _)| mark.log == log);
        // L20: what an agent gives back may be anything.
        let is_within = |from: u64, to: u64| from <= to && to <= file.size && to - from <= MAX_LOG;
        let range = range.filter(|(mark, to)| mark.head.is_of(&file.beginning) && is_within(mark.at, *to));
        let reading = range.map(|(begin, to)| LogRange { log, file, begin: *begin, to: *to, last: None });
        return (state, reading);
    }
    let seen = since.and_then(|marks| marks.of(log));
    let mut begin = match seen {
        Some(mark) if mark.head.is_of(&file.beginning) && mark.at <= file.end => Mark { head: file.head(), ..mark },
        Some(_) => {
            state.restarted = true;
            whole
        }
        None => whole,
    };
    if file.end - begin.at > MAX_LOG {
        let at = file.end - MAX_LOG;
        state.cut_bytes = at - begin.at;
        begin = Mark { at, seen: 0, ..begin };
    }
    let to = file.end;
    (state, Some(LogRange { log, file, begin, to, last: None }))
}

impl LogState {
    pub(crate) fn absent(log: LogName) -> Self {
        Self { log, state: LogFileState::Absent, size: 0, entries: 0, cut_bytes: 0, restarted: false }
    }
}

impl LogRange {
    /// Reads the range and groups the matching entries; returns how many entries there were.
    pub(crate) fn run(
        &mut self,
        groups: &mut Groups,
        in_force: &mut FilesInForce<'_>,
        mut takes: impl FnMut(&Entry<'_>, &mut FilesInForce<'_>) -> bool,
        cancellation: &Cancellation,
    ) -> io::Result<u64> {
        let Self { log, file, begin, to, last } = self;
        let mut count = 0;
        file.each_entry((begin.at, *to), cancellation, |entry| {
            let at = begin.at + entry.start;
            *last = Some(at);
            if entry.start == 0 && begin.seen != 0 && digest(entry) == begin.seen {
                return;
            }
            count += 1;
            if takes(entry, in_force) {
                groups.add(*log, entry, at);
            }
        })?;
        Ok(count)
    }
}

/// Where each read ended: at the last entry, which may still grow.
pub(crate) fn marks(readings: &mut [LogRange]) -> Result<LogMarks, (LogName, io::Error)> {
    let mut marks = LogMarks::default();
    for reading in readings {
        let LogRange { log, file, begin, to, last } = reading;
        let seen = match last {
            Some(at) => file.entry_at(*at, *to, digest).map_err(|error| (*log, error))?.map(|seen| (*at, seen)),
            None => None,
        };
        let (at, seen) = seen.unwrap_or((begin.at, begin.seen));
        marks.push(Mark { log: *log, at, seen, head: file.head() });
    }
    Ok(marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::cursor::LogHead;

    /// A log of so many bytes, of which the disk stores few.
    fn log(size: u64) -> LogFile {
        let file = tempfile::tempfile().unwrap();
        file.set_len(size).unwrap();
        LogFile::new(cap_std::fs::File::from_std(file), size).unwrap()
    }

    fn mark(at: u64) -> Mark {
        Mark { log: LogName::Error, at, seen: 7, head: LogHead::of(&[0; 8]) }
    }

    #[test]
    fn l100_of_a_log_that_is_too_long_the_end_is_read_and_the_rest_is_counted() {
        for (size, since, begin, cut) in [
            (MAX_LOG, None, (0, 0), 0),
            (MAX_LOG + 1_000, None, (1_000, 0), 1_000),
            (MAX_LOG + 1_000, Some(600), (1_000, 0), 400),
            (MAX_LOG + 1_000, Some(1_000), (1_000, 7), 0),
            (MAX_LOG + 1_000, Some(2_000), (2_000, 7), 0),
        ] {
            let mut marks = LogMarks::default();
            if let Some(at) = since {
                marks.push(mark(at));
            }
            let (state, range) = open_range(LogName::Error, log(size), Some(&marks), None);
            let range = range.unwrap();
            assert_eq!((range.begin.at, range.begin.seen), begin, "{size} {since:?}");
            assert_eq!((state.cut_bytes, state.restarted, range.to), (cut, false, size), "{size} {since:?}");
        }
    }

    #[test]
    fn l20_the_range_of_a_page_lies_within_the_log_and_is_not_too_long() {
        let size = MAX_LOG + 1_000;
        for (from, to, is_range) in
            [(1_000, size, true), (999, size, false), (0, MAX_LOG, true), (size, size, true), (size, size + 1, false)]
        {
            let page = PageMark { listed: 0, query: 0, ranges: vec![(mark(from), to)] };
            let (_, range) = open_range(LogName::Error, log(size), None, Some(&page));
            assert_eq!(range.map(|range| (range.begin.at, range.to)), is_range.then_some((from, to)));
        }
    }
}
