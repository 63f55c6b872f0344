//! The game's logs, parsed (L51): what the game said, joined and counted, with every host path turned into an address.
//!
//! The raw files stay invisible. [`WorldAdapter::read_logs`] opens them by their fixed names in the player's documents folder,
//! reads them once from where the caller looked last, and keeps a count and two positions for each different message; the text of
//! those that are told is read again. So memory does not grow with the log, and time is linear in it.
//! [`WorldAdapter::read_load_facts`] reads what the game says of what it loaded.

mod cursor;
mod data;
mod groups;
mod host_paths;
mod in_force;
mod loaded;
mod log_file;
mod query;
mod read;

pub use cursor::LogMarks;
pub use data::{LogData, LogEntry, LogFileState, LogLevel, LogLocation, LogName, LogState};
pub use loaded::{LoadFacts, LoadLog, LoadedOverride};
pub use query::{LogOrder, LogQuery, LogsSince};

pub(crate) use host_paths::HostPaths;
