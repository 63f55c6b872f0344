//! Which entries are wanted.

use ck3_game_log::Entry;

use crate::logs::HostPaths;
use crate::logs::cursor::LogMarks;
use crate::logs::data::{LogLevel, LogName};
use reply_kit::Argument;

/// In which order messages are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Argument)]
pub enum LogOrder {
    /// The latest first.
    #[default]
    Newest,
    /// The most frequent first.
    Frequent,
}

/// Where the entries that count begin.
#[derive(Clone, Debug)]
pub enum LogsSince<'q> {
    /// After the read that returned this cursor.
    Cursor(&'q str),
    /// After the read that the session remembers.
    Marks(LogMarks),
}

/// A query of the logs.
#[derive(Clone, Debug)]
pub struct LogQuery<'q> {
    /// The logs.
    pub logs: &'q [LogName],
    /// Only entries of this level.
    pub level: Option<LogLevel>,
    /// Only entries of this source file of the engine, with or without its line.
    pub engine: Option<&'q str>,
    /// Only entries that contain this text, in any letter case.
    pub text: Option<&'q str>,
    /// Only entries that came after this.
    pub since: Option<LogsSince<'q>>,
    /// In which order.
    pub order: LogOrder,
    /// How many messages at most.
    pub limit: usize,
    /// Continue after an earlier answer.
    pub after: Option<&'q str>,
}

/// The conditions of a query, prepared for many entries.
pub(crate) struct LogFilter<'q> {
    level: Option<LogLevel>,
    engine: Option<&'q str>,
    text: Option<TextFilter>,
}

impl<'q> LogFilter<'q> {
    pub(crate) fn new(query: &LogQuery<'q>) -> Self {
        let text = query.text.filter(|text| !text.is_empty()).map(TextFilter::new);
        Self { level: query.level, engine: query.engine, text }
    }

    /// Whether the entry is wanted, by what an agent is shown of it: of a host path, which is not shown, a text that is compared
    /// with the log could be found out letter by letter (L49).
    pub(crate) fn takes(&mut self, entry: &Entry<'_>, hosts: &HostPaths<'_>) -> bool {
        if self.level.is_some_and(|level| level != entry.level.into()) {
            return false;
        }
        if let Some(engine) = self.engine {
            let file = entry.source.rsplit_once(':').map_or(entry.source, |(file, _)| file);
            if engine != entry.source && engine != file {
                return false;
            }
        }
        let Some(text) = &mut self.text else { return true };
        // Most entries do not have the text: only those that do are redacted.
        text.is_in(entry.message)
            && text.is_in(hosts.redact(&String::from_utf8_lossy(entry.message)).as_str().as_bytes())
    }
}

/// A text that is looked for in any letter case.
struct TextFilter {
    wanted: Vec<u8>,
    folded: Vec<u8>,
}

impl TextFilter {
    fn new(text: &str) -> Self {
        Self { wanted: text.as_bytes().to_ascii_lowercase(), folded: Vec::new() }
    }

    fn is_in(&mut self, message: &[u8]) -> bool {
        self.folded.clear();
        self.folded.extend(message.iter().map(u8::to_ascii_lowercase));
        memchr::memmem::find(&self.folded, &self.wanted).is_some()
    }
}
