//! Reply data of the logs.

use ck3_game_log::Level;
use reply_kit::{Address, Argument, ReplyData, Text};

/// A log of the game that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ReplyData, Argument)]
pub enum LogName {
    /// What the game could not read, and what went wrong in scripts.
    Error,
    /// Messages of scripts and of the game about the course of play.
    Game,
    /// Everything else.
    Debug,
}

impl LogName {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Error, Self::Game, Self::Debug];

    /// The name of its file, in the folder `logs` of the player's documents.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Error => "error.log",
            Self::Game => "game.log",
            Self::Debug => "debug.log",
        }
    }
}

/// The level of an entry, as the engine wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ReplyData, Argument)]
pub enum LogLevel {
    /// Something is wrong.
    Error,
    /// Something may be wrong.
    Warning,
    /// For information.
    Info,
    /// For developers.
    Debug,
    /// The log does not say: older versions of the game write no level.
    Unknown,
}

impl From<Level> for LogLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::Error => Self::Error,
            Level::Warning => Self::Warning,
            Level::Info => Self::Info,
            Level::Debug => Self::Debug,
            Level::Unknown => Self::Unknown,
        }
    }
}

/// Whether a log could be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ReplyData)]
pub enum LogFileState {
    /// It was read.
    Read,
    /// It does not exist.
    #[default]
    Absent,
    /// A link, a pipe or a folder has its name: it is not read.
    NotAFile,
}

/// What the game said.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct LogData {
    /// The logs that were asked for.
    pub(crate) logs: Vec<LogState>,
    /// How many entries match the query.
    pub(crate) entries_total: u64,
    /// How many different messages these are.
    pub(crate) messages_total: u64,
    /// The messages, each once, in the requested order.
    pub(crate) messages: Vec<LogEntry>,
    /// How many entries are not among the messages, because there are too many different ones: the rarest and oldest are
    /// dropped first.
    pub(crate) forgotten: u64,
    /// How many messages were overwritten while they were read.
    pub(crate) overwritten: usize,
    /// Whether messages were left out.
    pub(crate) truncated: bool,
    /// Where to continue: give it as `after`, with the same other arguments.
    pub(crate) after: Option<Text>,
    /// Give it as `since` to see only what came after this read.
    pub(crate) cursor: Text,
}

/// One log, as it was read.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct LogState {
    /// Which one.
    pub(crate) log: LogName,
    /// What became of it.
    pub(crate) state: LogFileState,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// How many entries were read, whether they match or not.
    pub(crate) entries: u64,
    /// How many bytes at its beginning were not read, because it is too large.
    pub(crate) cut_bytes: u64,
    /// Whether the game started a new log since the last read, so that all of it was read.
    pub(crate) restarted: bool,
}

/// One message of the game from one place.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct LogEntry {
    /// The log that it comes from.
    pub(crate) log: LogName,
    /// Its level.
    pub(crate) level: LogLevel,
    /// The source file and line of the engine that wrote it.
    pub(crate) engine: Text,
    /// How often it occurred.
    pub(crate) count: u64,
    /// When it first occurred, by the game's clock.
    pub(crate) first: Option<Text>,
    /// When it last occurred.
    pub(crate) last: Option<Text>,
    /// The text of the message; host paths are replaced by addresses, or by `…` outside the visible world.
    pub(crate) text: Text,
    /// How many bytes of it were left out.
    pub(crate) cut_bytes: u64,
    /// The files that it names.
    pub(crate) locations: Vec<LogLocation>,
}

/// A file that a message names.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct LogLocation {
    /// Its path below the game's or the mod's folder.
    pub(crate) file: Text,
    /// The line.
    pub(crate) line: Option<u32>,
    /// The object, where the game names it.
    pub(crate) object: Option<Text>,
    /// The file of this path that the game uses: that of the last source that has one. Null if no source has one now.
    pub(crate) in_force: Option<Address>,
}
