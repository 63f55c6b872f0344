//! The files of the approval queue: private, and each read whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use reply_kit::Id;
use serde::{Deserialize, Serialize};
use world_adapter::{open_private, read_regular};

/// The largest file that is read: more than the longest change that a request shows.
const MAX_FILE: u64 = 64 << 20;

/// What a file holds; `None` if it is not there, or is not such a file.
pub(super) fn read_json<T: for<'d> Deserialize<'d>>(path: &Path) -> Option<T> {
    serde_json::from_slice(&read_regular(path, MAX_FILE).ok()?).ok()
}

/// Writes beside the file, then renames, so that a reader sees all of it or nothing.
pub(super) fn write_whole(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let beside = write_temporary(path, value)?;
    fs::rename(&beside, path).inspect_err(|_| _ = fs::remove_file(&beside))
}

/// The same for a file that must not exist yet: it appears with its full content, or not at all.
pub(super) fn write_new(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let beside = write_temporary(path, value)?;
    let linked = match fs::hard_link(&beside, path) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            // A file system without links: a reader may see an incomplete decision for a moment, and reads it again.
            open_private(path, OpenOptions::new().create_new(true))
                .and_then(|mut file| file.write_all(&fs::read(&beside)?))
        }
        linked => linked,
    };
    _ = fs::remove_file(beside);
    linked
}

/// Writes and syncs a private temporary file beside another.
fn write_temporary(path: &Path, value: &impl Serialize) -> io::Result<PathBuf> {
    let beside = path.with_extension(format!("{}.new", Id::fresh()));
    let written = write_private(&beside, &serde_json::to_vec_pretty(value)?)?;
    written.sync_all().inspect_err(|_| _ = fs::remove_file(&beside))?;
    Ok(beside)
}

/// A new private file: all of it, or nothing.
pub(super) fn write_private(path: &Path, content: &[u8]) -> io::Result<File> {
    let mut file = open_private(path, OpenOptions::new().create_new(true))?;
    file.write_all(content).inspect_err(|_| _ = fs::remove_file(path))?;
    Ok(file)
}
