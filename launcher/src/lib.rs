//! The launcher's playsets, from its database `launcher-v2.sqlite`.
//!
//! **Invariant:** the launcher's files are copied and the copy is opened, so nothing here locks or changes them, or adds a file
//! beside them. Columns differ between versions of the launcher, so they are looked up by name. It knows no root, no session
//! and no reply: a folder goes in, names and paths as the launcher wrote them come out.
//!
//! Start reading at [`read`].
//!
//! ```
//! use std::path::Path;
//!
//! match ck3_launcher::read(Path::new("Documents/Paradox Interactive/Crusader Kings III")) {
//!     Ok(launcher) => println!("{} playsets", launcher.playsets.len()),
//!     Err(error) => println!("{error}"),
//! }
//! ```
#![forbid(unsafe_code)]

mod snapshot;
mod tables;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file names of the launchers' databases; the newest file is the one in use.
const NAMES: [&str; 2] = ["launcher-v2.sqlite", "launcher-v2_openbeta.sqlite"];

/// The most bytes of a database, including its write-ahead log.
pub const MAX_DATABASE: u64 = 128 * 1024 * 1024;
/// The most playsets that are read; the rest is counted.
pub const MAX_PLAYSETS: usize = 500;
/// The most entries of all playsets together.
pub const MAX_ENTRIES: usize = 100_000;
/// How long reading may take.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// The content of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launcher {
    /// The playsets that were not removed, the oldest first.
    pub playsets: Vec<LauncherPlayset>,
    /// How many more there are.
    pub left_out: usize,
}

/// A playset of the launcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LauncherPlayset {
    /// Its name, as the person wrote it. Two may have the same.
    pub name: String,
    /// Whether it is the active one, which the game will load.
    pub is_active: bool,
    /// Its enabled mods, in load order.
    pub entries: Vec<LauncherEntry>,
}

/// A mod of a playset, as the launcher stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LauncherEntry {
    /// The name that the launcher shows.
    pub name: String,
    /// Its directory: absolute, or relative to the player's documents.
    pub directory: Option<String>,
    /// Its `.mod` file, relative to the player's documents.
    pub descriptor: Option<String>,
    /// Whether it is an archive, not a directory.
    pub is_archive: bool,
}

/// Why a database cannot be used. It names no path.
#[derive(Debug, thiserror::Error)]
pub enum LauncherError {
    /// There is none.
    #[error("there is no database of the launcher")]
    Missing,
    /// It cannot be copied.
    #[error("the launcher's database cannot be read")]
    Unreadable(#[source] std::io::Error),
    /// It is larger than any that a launcher makes.
    #[error("the launcher's database is larger than {} MB", MAX_DATABASE / 1024 / 1024)]
    TooLarge,
    /// It changed during each attempt to copy it.
    #[error("the launcher's database is being written")]
    Busy,
    /// A table lacks a column that every known version has.
    #[error("the launcher's database has no `{column}` in `{table}`")]
    Schema {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
    },
    /// It is not a database, or reading it took too long.
    #[error("the launcher's database cannot be understood")]
    Query(#[from] rusqlite::Error),
}

/// The database in use in the player's documents: of several, the one written last.
pub fn newest(user_docs: &Path) -> Option<PathBuf> {
    let files = NAMES.iter().map(|name| user_docs.join(name));
    files.filter_map(|file| Some((snapshot::last_written(&file)?, file))).max().map(|(_, file)| file)
}

/// The files whose change may mean that the database has changed.
pub fn watched(user_docs: &Path) -> Vec<PathBuf> {
    let files = NAMES.iter().map(|name| user_docs.join(name));
    files.flat_map(|file| [snapshot::beside(&file, "-wal"), file]).collect()
}

/// Whether a file has the name of a launcher's database.
pub fn is_database(file: &Path) -> bool {
    file.file_name().is_some_and(|name| NAMES.iter().any(|known| name == *known))
}

/// Reads the newest database in the player's documents.
pub fn read(user_docs: &Path) -> Result<Launcher, LauncherError> {
    read_database(&newest(user_docs).ok_or(LauncherError::Missing)?)
}

/// Reads a database.
pub fn read_database(file: &Path) -> Result<Launcher, LauncherError> {
    let copy = snapshot::take(file)?;
    tables::read(copy.database(), READ_TIMEOUT)
}
