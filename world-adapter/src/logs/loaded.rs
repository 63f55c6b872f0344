//! What the logs say about loading: which definitions won, and which folders were mounted.

use std::collections::HashMap;
use std::io;

use ck3_game_log::{Entry, Override, mounted};
use reply_kit::{Address, Cancellation, ReplyBuilder, Step};

use crate::codes::LogCodes;
use crate::logs::HostPaths;
use crate::logs::data::LogFileState;
use crate::logs::host_paths::HostPlace;
use crate::roots::contained::LookupError;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

/// The log that names the definitions that won.
const CONFLICTS: &str = "database_conflicts.log";
/// The log that names the mounted folders.
const DEBUG: &str = "debug.log";
/// The most bytes of each log that are read, from its beginning: the game logs what it loads at its start.
const MAX_READ: u64 = 64 * 1024 * 1024;
/// The most keys that are kept.
const MAX_KEYS: usize = 200_000;
/// The most folders that are kept.
const MAX_MOUNTED: usize = 5_000;

/// What the game logged about loading.
#[derive(Clone, Debug, Default)]
pub struct LoadFacts {
    /// Whether `database_conflicts.log` could be read.
    pub winners: LoadLog,
    /// For each overridden key the definition that won, in the order of the log.
    pub overrides: Vec<LoadedOverride>,
    /// Whether `debug.log` could be read.
    pub mounts: LoadLog,
    /// The mods that were mounted, each once, in order.
    pub mounted: Vec<Address>,
    /// How many folders of mods were mounted that this session does not see.
    pub unseen: usize,
    /// How many other mounted folders the configuration does not name: the engine's own, or mods elsewhere.
    pub unknown: usize,
}

/// How much of a log was understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadLog {
    /// Whether it was read.
    pub state: LogFileState,
    /// How many entries have another form, or cannot be kept.
    pub other_entries: u64,
    /// How many bytes were not read.
    pub cut_bytes: u64,
}

/// A definition that won, as the log names it: file content, so it is shown only as an echo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedOverride {
    /// The key.
    pub key: String,
    /// The folder of its database.
    pub database: String,
    /// The file, by its path below the game's or the mod's folder.
    pub path: String,
    /// The line.
    pub line: Option<u32>,
}

impl WorldAdapter {
    /// Reads what the game logged at its last start. Nothing is cached.
    pub fn read_load_facts<'c, T: LogCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
    ) -> Step<'c, T, LoadFacts> {
        let (rb, (session, mode)) = self.in_mode(rb, session)?;
        let cancellation = rb.cancellation();
        let mut overrides = Overrides::default();
        let read = self.read_facts(CONFLICTS, &cancellation, |entry| overrides.add(entry));
        let (rb, winners) = rb.require(read, |rb, error| self.log_failed(rb, CONFLICTS, &error))?;
        let hosts = HostPaths::new(self, &session, mode);
        let mut facts = LoadFacts::default();
        let read = self.read_facts(DEBUG, &cancellation, |entry| facts.mount(&hosts, entry));
        let (rb, mounts) = rb.require(read, |rb, error| self.log_failed(rb, DEBUG, &error))?;
        if winners.state != LogFileState::Read && mounts.state != LogFileState::Read {
            return Err(self.no_logs(rb, &[CONFLICTS, DEBUG]));
        }
        facts.winners = winners;
        facts.mounts = mounts;
        facts.overrides = overrides.found;
        Ok((rb, facts))
    }

    /// Passes each entry of a log to `takes`, which returns whether it understood the entry.
    fn read_facts(
        &self,
        file_name: &'static str,
        cancellation: &Cancellation,
        mut takes: impl FnMut(&Entry<'_>) -> bool,
    ) -> io::Result<LoadLog> {
        let mut file = match self.open_log(file_name) {
            Ok(file) => file,
            Err(LookupError::Failed(error) | LookupError::Closed(error)) => return Err(error),
            Err(_) => return Ok(LoadLog { state: self.state_of_unread(file_name), ..LoadLog::default() }),
        };
        let end = file.end.min(MAX_READ);
        let mut log = LoadLog { state: LogFileState::Read, other_entries: 0, cut_bytes: file.end - end };
        file.each_entry((0, end), cancellation, |entry| log.other_entries += u64::from(!takes(entry)))?;
        Ok(log)
    }
}

/// The last override of each key.
#[derive(Default)]
struct Overrides {
    found: Vec<LoadedOverride>,
    known: HashMap<(String, String), usize>,
}

impl Overrides {
    fn add(&mut self, entry: &Entry<'_>) -> bool {
        let Ok(message) = std::str::from_utf8(entry.message) else { return false };
        let Some(told) = Override::parse(message) else { return false };
        let key = (told.database.to_owned(), told.key.to_owned());
        let found = LoadedOverride {
            key: told.key.to_owned(),
            database: told.database.to_owned(),
            path: told.path.replace('\\', "/"),
            line: told.line,
        };
        match self.known.get(&key) {
            Some(at) => self.found[*at] = found,
            None if self.found.len() == MAX_KEYS => return false,
            None => {
                self.known.insert(key, self.found.len());
                self.found.push(found);
            }
        }
        true
    }
}

impl LoadFacts {
    fn mount(&mut self, hosts: &HostPaths<'_>, entry: &Entry<'_>) -> bool {
        let Ok(message) = std::str::from_utf8(entry.message) else { return false };
        let Some(host) = mounted(message.lines().next().unwrap_or_default()) else { return false };
        match hosts.place(host) {
            HostPlace::Game => {}
            HostPlace::Mod(address) => {
                if self.mounted.len() < MAX_MOUNTED && !self.mounted.contains(&address) {
                    self.mounted.push(address);
                }
            }
            HostPlace::UnseenMod => self.unseen += 1,
            HostPlace::Unknown => self.unknown += 1,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use ck3_game_log::Entries;

    use super::*;

    #[test]
    fn l100_of_too_many_keys_the_first_are_kept_and_the_rest_are_counted() {
        let line = |key: usize, file: &str| {
            format!(
                "[08:40:44][W][a.h:1]: Overriding entry 'k{key}' for database 'd' in 'file: common/{file}.txt line: 1'\n"
            )
        };
        let mut log: String = (0..=MAX_KEYS).map(|key| line(key, "a")).collect();
        log.push_str(&line(0, "b"));
        let (mut overrides, mut other) = (Overrides::default(), 0);
        let mut entries = Entries::new(log.as_bytes());
        while let Some(entry) = entries.next_entry().unwrap() {
            other += usize::from(!overrides.add(&entry));
        }
        assert_eq!((overrides.found.len(), other), (MAX_KEYS, 1));
        assert_eq!(overrides.found[0].path, "common/b.txt", "the last one of a key won");
    }
}
