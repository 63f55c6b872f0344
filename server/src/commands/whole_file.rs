//! Files that are replaced atomically.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes beside the file, syncs, then renames. An existing file keeps its permissions.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let mut new = fs::File::create(&beside)?;
    if let Ok(found) = fs::metadata(file) {
        new.set_permissions(found.permissions())?;
    }
    new.write_all(bytes)?;
    new.sync_all()?;
    drop(new);
    fs::rename(beside, file)
}
