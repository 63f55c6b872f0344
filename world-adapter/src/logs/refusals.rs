//! Why logs cannot be read, or a cursor does not continue an answer.

use std::io;

use replies::wa::invalid::{LogCursorUnknown, LogNotFound};
use reply_kit::{Address, ReplyBuilder, ReplyData, Terminal, Text, Word};

use crate::address::RootKey;
use crate::codes::LogCodes;
use crate::logs::data::LogFileState;
use crate::world::WorldAdapter;

/// Why a cursor does not continue an answer.
#[derive(Clone, Copy, Debug, ReplyData)]
pub(crate) enum CursorProblem {
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

impl WorldAdapter {
    pub(crate) fn no_cursor<'c, T: LogCodes>(
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
