//! Reading the logs: once over the requested range, then the text of the listed messages.

use std::fmt::Write as _;
use std::io;

use ck3_game_log::{Entry, locations};
use replies::wa::invalid::{LogCursorUnknown, LogNotFound};
use reply_kit::{Address, ReplyBuilder, ReplyData, Step, Terminal, Text, Word};

use crate::address::RootKey;
use crate::codes::LogCodes;
use crate::logs::HostPaths;
use crate::logs::cursor::{LogMarks, Mark, PageMark, short_digest};
use crate::logs::data::{LogData, LogEntry, LogFileState, LogLocation, LogName, LogState};
use crate::logs::groups::{Groups, MessageGroup};
use crate::logs::in_force::FilesInForce;
use crate::logs::log_file::{LogFile, digest};
use crate::logs::query::{LogFilter, LogQuery, LogsSince};
use crate::resolve::identity::Identity;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::LookupError;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

/// The most bytes of a log that one call reads, from its end.
const MAX_LOG: u64 = 256 * 1024 * 1024;
/// The most messages of one answer.
const MAX_MESSAGES: usize = 500;
/// The most bytes of text in one answer, so that it fits a model's context.
const MAX_TEXT: usize = 40_000;
/// The most bytes of one message that are listed.
const MAX_MESSAGE: usize = 2_000;
/// Cancellation is checked after this many entries.
const CANCELLATION_INTERVAL: u64 = 4_096;

/// Why a cursor does not continue an answer.
#[derive(Clone, Copy, Debug, ReplyData)]
enum CursorProblem {
    Malformed,
    OtherQuery,
    LogReplaced,
}

/// Why no logs can be read.
#[derive(Clone, Copy, Debug, ReplyData)]
enum MissingLogs {
    NotConfigured,
    Absent,
    NotAFile,
}

/// A log that is being read, and the range of it.
struct LogRange {
    log: LogName,
    file: LogFile,
    /// Where the range begins, with the entry there if it was read before.
    begin: Mark,
    to: u64,
    /// The last entry of the range.
    last: Option<u64>,
}

impl WorldAdapter {
    /// Reads the game's logs: each message once, with a count. `scope` limits them to messages that name a file in force there.
    ///
    /// Also returns where this read ended, for the caller to store.
    pub fn read_logs<'c, T: LogCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        query: &LogQuery<'_>,
        scope: Option<&Resolved>,
    ) -> Step<'c, T, (LogData, LogMarks)> {
        let (rb, (session, mode)) = self.in_mode(rb, session)?;
        let (rb, page) = match query.after.map(|after| (after, PageMark::parse(after))) {
            None => (rb, None),
            Some((after, None)) => return Err(self.no_cursor(rb, "after", after, CursorProblem::Malformed)),
            Some((after, Some(page))) if page.query != fingerprint(query, scope) => {
                return Err(self.no_cursor(rb, "after", after, CursorProblem::OtherQuery));
            }
            Some((_, page)) => (rb, page),
        };
        let (mut rb, since) = match &query.since {
            None => (rb, None),
            Some(LogsSince::Marks(marks)) => (rb, Some(marks.clone())),
            Some(LogsSince::Cursor(text)) => {
                let malformed = |rb| self.no_cursor(rb, "since", text, CursorProblem::Malformed);
                let (rb, marks) = rb.require_some(LogMarks::parse(text), malformed)?;
                (rb, Some(marks))
            }
        };
        let mut states = Vec::new();
        let mut readings = Vec::new();
        for log in query.logs {
            match self.open_log(log.file_name()) {
                Ok(file) => {
                    let (state, reading) = open_range(*log, file, since.as_ref(), page.as_ref());
                    if reading.is_none() {
                        let after = query.after.unwrap_or_default();
                        return Err(self.no_cursor(rb, "after", after, CursorProblem::LogReplaced));
                    }
                    states.push(state);
                    readings.extend(reading);
                }
                Err(LookupError::Failed(error) | LookupError::Closed(error)) => {
                    return Err(self.log_failed(rb, log.file_name(), &error));
                }
                Err(_) => {
                    let state = self.state_of_unread(log.file_name());
                    states.push(LogState { state, ..LogState::absent(*log) });
                }
            }
        }
        if readings.is_empty() {
            let wanted: Vec<&'static str> = query.logs.iter().map(|log| log.file_name()).collect();
            return Err(self.no_logs(rb, &wanted));
        }
        let mut in_force = FilesInForce::new(self, &session, mode);
        let mut groups = Groups::new(query.order);
        let mut filter = LogFilter::new(query);
        let scope_identity = scope.map(Resolved::identity);
        let cancellation = rb.cancellation();
        for reading in &mut readings {
            let takes = |entry: &Entry<'_>, in_force: &mut FilesInForce<'_>| {
                filter.takes(entry) && scope_identity.is_none_or(|scope| names_file_in(entry, scope, in_force))
            };
            let run = reading.run(&mut groups, &mut in_force, takes, || cancellation.is_cancelled());
            let (next, entries) = rb.require(run, |rb, error| self.log_failed(rb, reading.log.file_name(), &error))?;
            rb = next;
            let read = states.iter_mut().filter(|state| state.log == reading.log);
            read.for_each(|state| state.entries = entries);
        }
        let hosts = HostPaths::new(self, &session, mode);
        let told = page.as_ref().map_or(0, |page| page.told);
        let mut teller = EntryBuilder { readings: &mut readings, groups: &groups, hosts, in_force, overwritten: 0 };
        let sorted = groups.sorted();
        let built = teller.build_entries(sorted.get(told..).unwrap_or_default(), query.limit);
        let overwritten = teller.overwritten;
        let failed = |rb, (log, error): (LogName, io::Error)| self.log_failed(rb, log.file_name(), &error);
        let (rb, (messages, taken)) = rb.require(built, failed)?;
        let (rb, marks) = rb.require(marks(&mut readings), failed)?;
        let is_truncated = told + taken < sorted.len();
        let after = is_truncated.then(|| {
            let ranges = readings.iter().map(|reading| (reading.begin, reading.to)).collect();
            PageMark { told: told + taken, query: fingerprint(query, scope), ranges }.to_cursor()
        });
        let data = LogData {
            logs: states,
            entries_total: groups.entries,
            messages_total: groups.messages(),
            messages,
            forgotten: groups.forgotten,
            overwritten,
            truncated: is_truncated,
            after: after.map(Text::new),
            cursor: Text::new(marks.to_cursor()),
        };
        Ok((rb, (data, marks)))
    }

    fn no_cursor<'c, T: LogCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        argument: &'static str,
        cursor: &str,
        problem: CursorProblem,
    ) -> Terminal<'c> {
        let expected = match problem {
            CursorProblem::Malformed if argument == "since" => "last, or the cursor of an answer of ck3_log",
            CursorProblem::Malformed => "the after of an answer of ck3_log that was truncated",
            CursorProblem::OtherQuery => "the same other arguments as in the call that gave it",
            CursorProblem::LogReplaced => "no after: begin again",
        };
        let reason: Word = problem.word();
        let (argument, cursor) = (argument.into(), Text::echo(cursor));
        rb.invalid(&self.voice, LogCursorUnknown { argument, cursor, reason, expected: expected.into() })
    }

    pub(crate) fn no_logs<'c, T: LogCodes>(&self, rb: ReplyBuilder<'c, T>, wanted: &[&'static str]) -> Terminal<'c> {
        let (reason, expected) = if wanted.iter().any(|log| self.state_of_unread(log) == LogFileState::NotAFile) {
            (MissingLogs::NotAFile, "a regular file: a link, a pipe or a folder has the name of the log")
        } else if self.roots.get(RootKey::UserDocs).is_some() {
            (MissingLogs::Absent, "the game to have been started once, so that it has written its logs")
        } else {
            (
                MissingLogs::NotConfigured,
                "the operator to name the player's documents folder as user_docs under [roots]",
            )
        };
        let wanted = wanted.iter().map(|log| Text::from(*log)).collect();
        rb.invalid(&self.voice, LogNotFound { wanted, reason: reason.word(), expected: expected.into() })
    }

    pub(crate) fn log_failed<'c, T: LogCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        file_name: &str,
        error: &io::Error,
    ) -> Terminal<'c> {
        self.failed(rb, &log_address(file_name), error)
    }
}

/// The address of a log, for error messages; not every mode sees it.
fn log_address(file_name: &str) -> Address {
    let address = RootKey::UserDocs.address();
    let log = address.child("logs").and_then(|folder| folder.child(file_name));
    log.unwrap_or(address)
}

/// Decides which part of a log is read. `None` if the page belongs to another log.
fn open_range(
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
    fn absent(log: LogName) -> Self {
        Self { log, state: LogFileState::Absent, size: 0, entries: 0, cut_bytes: 0, restarted: false }
    }
}

impl LogRange {
    /// Reads the range and groups the matching entries; returns how many entries there were.
    fn run(
        &mut self,
        groups: &mut Groups,
        in_force: &mut FilesInForce<'_>,
        mut takes: impl FnMut(&Entry<'_>, &mut FilesInForce<'_>) -> bool,
        is_cancelled: impl Fn() -> bool,
    ) -> io::Result<u64> {
        let log = self.log;
        let from = self.begin.at;
        let mut entries = self.file.entries(from, self.to)?;
        let mut count = 0;
        while let Some(entry) = entries.next_entry()? {
            let at = from + entry.start;
            self.last = Some(at);
            if entry.start == 0 && self.begin.seen != 0 && digest(&entry) == self.begin.seen {
                continue;
            }
            count += 1;
            if takes(&entry, in_force) {
                groups.add(log, &entry, at);
            }
            // The result is dropped in that case.
            if count % CANCELLATION_INTERVAL == 0 && is_cancelled() {
                break;
            }
        }
        Ok(count)
    }
}

/// Whether a message names a file that is in force in the scope.
fn names_file_in(entry: &Entry<'_>, scope: &Identity, in_force: &mut FilesInForce<'_>) -> bool {
    let text = String::from_utf8_lossy(entry.message);
    locations(&text)
        .into_iter()
        .any(|location| in_force.find(&text[location.path]).is_some_and(|placed| placed.identity.lies_within(scope)))
}

/// Where each read ended: at the last entry, which may still grow.
fn marks(readings: &mut [LogRange]) -> Result<LogMarks, (LogName, io::Error)> {
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

/// Reads the text of the listed messages.
struct EntryBuilder<'a, 'w> {
    readings: &'a mut [LogRange],
    groups: &'a Groups,
    hosts: HostPaths<'w>,
    in_force: FilesInForce<'w>,
    overwritten: usize,
}

impl EntryBuilder<'_, '_> {
    /// As many messages as fit, and how many groups they cover.
    fn build_entries(
        &mut self,
        groups: &[MessageGroup],
        limit: usize,
    ) -> Result<(Vec<LogEntry>, usize), (LogName, io::Error)> {
        let (mut told, mut bytes, mut taken) = (Vec::new(), 0, 0);
        for group in groups.iter().take(limit.clamp(1, MAX_MESSAGES)) {
            match self.one(group).map_err(|error| (group.log, error))? {
                Some(entry) => {
                    bytes += size_of(&entry);
                    if bytes > MAX_TEXT && !told.is_empty() {
                        break;
                    }
                    told.push(entry);
                }
                None => self.overwritten += 1,
            }
            taken += 1;
        }
        Ok((told, taken))
    }

    fn one(&mut self, group: &MessageGroup) -> io::Result<Option<LogEntry>> {
        let Self { readings, groups, hosts, in_force, .. } = self;
        let Some(reading) = readings.iter_mut().find(|reading| reading.log == group.log) else { return Ok(None) };
        let time =
            |entry: &Entry<'_>| (groups.hash(group.log, entry) == group.hash).then(|| entry.time.map(Text::echo));
        let Some(first) = reading.file.entry_at(group.first, reading.to, time)?.flatten() else { return Ok(None) };
        let tell = |entry: &Entry<'_>| {
            (groups.hash(group.log, entry) == group.hash).then(|| to_log_entry(entry, group, first, hosts, in_force))
        };
        Ok(reading.file.entry_at(group.last, reading.to, tell)?.flatten())
    }
}

fn to_log_entry(
    entry: &Entry<'_>,
    group: &MessageGroup,
    first: Option<Text>,
    hosts: &HostPaths<'_>,
    in_force: &mut FilesInForce<'_>,
) -> LogEntry {
    let whole = String::from_utf8_lossy(entry.message);
    let shown = &whole[..whole.floor_char_boundary(MAX_MESSAGE)];
    let locations = locations(&whole).into_iter().map(|location| {
        let path = &whole[location.path];
        LogLocation {
            file: hosts.redact(path),
            line: location.line,
            object: location.name.map(|name| hosts.redact(&whole[name])),
            in_force: in_force.find(path).map(|placed| placed.address.clone()),
        }
    });
    LogEntry {
        log: group.log,
        level: entry.level.into(),
        engine: Text::echo(entry.source),
        count: group.count,
        first,
        last: entry.time.map(Text::echo),
        text: hosts.redact(shown),
        cut_bytes: entry.cut + (whole.len() - shown.len()) as u64,
        locations: locations.collect(),
    }
}

fn size_of(entry: &LogEntry) -> usize {
    let places = entry.locations.iter().map(|place| {
        let address = place.in_force.as_ref().map_or(0, |address| address.as_str().len());
        place.file.as_str().len() + address + 60
    });
    entry.text.as_str().len() + places.sum::<usize>() + 150
}

/// The part of a query that selects and orders messages: pages of one answer share it.
fn fingerprint(query: &LogQuery<'_>, scope: Option<&Resolved>) -> u64 {
    let mut text = String::new();
    let LogQuery { logs, level, engine, text: wanted, order, .. } = query;
    // Writing to a string does not fail.
    let _ = write!(text, "{logs:?} {level:?} {engine:?} {wanted:?} {order:?} {scope:?}");
    short_digest(text.as_bytes())
}
