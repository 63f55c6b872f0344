//! The game's logs, parsed (L51): messages grouped and counted, with every host path replaced by an address.
//!
//! The raw files stay invisible. [`WorldAdapter::read_logs`] opens them by their fixed names in the player's documents folder,
//! reads them once from where the caller's last read ended, and keeps a count and two positions for each different message; the
//! text of the listed messages is read again. So memory does not grow with the log, and time is linear in it.
//! [`WorldAdapter::read_load_facts`] reads what the game logged about loading.

mod cursor;
mod data;
mod groups;
mod host_paths;
mod in_force;
mod loaded;
mod log_file;
mod messages;
mod query;
mod range;
mod read;
mod refusals;

pub use cursor::LogMarks;
pub use data::{LogData, LogEntry, LogFileState, LogLevel, LogLocation, LogName, LogState};
pub use loaded::{LoadFacts, LoadLog, LoadedOverride};
pub use query::{LogOrder, LogQuery, LogsSince};

pub(crate) use host_paths::HostPaths;
