//! Reading the logs: once over the requested range, then the text of the listed messages.

use std::fmt::Write as _;
use std::io;

use ck3_game_log::{Entry, locations};
use reply_kit::{ReplyBuilder, Step, Text};

use crate::codes::LogCodes;
use crate::logs::HostPaths;
use crate::logs::cursor::{LogMarks, PageMark, short_digest};
use crate::logs::data::{LogData, LogName, LogState};
use crate::logs::groups::Groups;
use crate::logs::in_force::FilesInForce;
use crate::logs::messages::EntryBuilder;
use crate::logs::query::{LogFilter, LogQuery, LogsSince};
use crate::logs::range::{marks, open_range};
use crate::logs::refusals::CursorProblem;
use crate::resolve::identity::Identity;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::LookupError;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

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
        let hosts = HostPaths::new(self, &session, mode);
        let mut in_force = FilesInForce::new(self, &session, mode);
        let mut groups = Groups::new(query.order);
        let mut filter = LogFilter::new(query);
        let scope_identity = scope.map(Resolved::identity);
        let cancellation = rb.cancellation();
        for reading in &mut readings {
            let takes = |entry: &Entry<'_>, in_force: &mut FilesInForce<'_>| {
                filter.takes(entry, &hosts) && scope_identity.is_none_or(|scope| names_file_in(entry, scope, in_force))
            };
            let run = reading.run(&mut groups, &mut in_force, takes, &cancellation);
            let (next, entries) = rb.require(run, |rb, error| self.log_failed(rb, reading.log.file_name(), &error))?;
            rb = next;
            let read = states.iter_mut().filter(|state| state.log == reading.log);
            read.for_each(|state| state.entries = entries);
        }
        let listed = page.as_ref().map_or(0, |page| page.listed);
        let mut builder = EntryBuilder { readings: &mut readings, groups: &groups, hosts, in_force, overwritten: 0 };
        let sorted = groups.sorted();
        let built = builder.build_entries(sorted.get(listed..).unwrap_or_default(), query.limit);
        let overwritten = builder.overwritten;
        let failed = |rb, (log, error): (LogName, io::Error)| self.log_failed(rb, log.file_name(), &error);
        let (rb, (messages, taken)) = rb.require(built, failed)?;
        let (rb, marks) = rb.require(marks(&mut readings), failed)?;
        let is_truncated = listed + taken < sorted.len();
        let after = is_truncated.then(|| {
            let ranges = readings.iter().map(|reading| (reading.begin, reading.to)).collect();
            PageMark { listed: listed + taken, query: fingerprint(query, scope), ranges }.to_cursor()
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
}

/// Whether a message names a file that is in force in the scope.
fn names_file_in(entry: &Entry<'_>, scope: &Identity, in_force: &mut FilesInForce<'_>) -> bool {
    let text = String::from_utf8_lossy(entry.message);
    locations(&text)
        .into_iter()
        .any(|location| in_force.find(&text[location.path]).is_some_and(|placed| placed.identity.lies_within(scope)))
}

/// The part of a query that selects and orders messages: pages of one answer share it.
fn fingerprint(query: &LogQuery<'_>, scope: Option<&Resolved>) -> u64 {
    let mut text = String::new();
    let LogQuery { logs, level, engine, text: wanted, order, .. } = query;
    // Writing to a string does not fail.
    let _ = write!(text, "{logs:?} {level:?} {engine:?} {wanted:?} {order:?} {scope:?}");
    short_digest(text.as_bytes())
}
