//! Rotation: a file that is full is set aside, and the oldest rotated files are removed (L106).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The size at which a file is rotated.
pub(super) const ROTATE_AT: u64 = 16 * 1024 * 1024;

/// How much rotated data is kept. The oldest files are removed first.
#[derive(Clone, Copy, Debug)]
pub(super) struct RotationLimits {
    pub(super) bytes: u64,
    pub(super) age: Duration,
}

/// A rotated file.
pub(super) struct RotatedFile {
    pub(super) number: u128,
    pub(super) path: PathBuf,
}

/// The four files of the journal: what a person took part in, other changes, denials, and all other calls.
pub(super) fn sequences(journal: &Path) -> [PathBuf; 4] {
    let beside = |name: &str| journal.with_file_name(name);
    [beside("approved.jsonl"), journal.to_owned(), beside("denials.jsonl"), beside("calls.jsonl")]
}

/// Every file of a sequence, the oldest first.
pub(super) fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    let aside = rotated_files(path)?.into_iter().map(|aside| aside.path);
    // An earlier version set one file aside under this name.
    let earlier = std::iter::once(path.with_extension("jsonl.1"));
    Ok(earlier.chain(aside).chain([path.to_owned()]).collect())
}

/// What was set aside of a file, the oldest first.
pub(super) fn rotated_files(path: &Path) -> io::Result<Vec<RotatedFile>> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let entries = match fs::read_dir(path.parent().unwrap_or(Path::new("."))) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut found = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(stem)?.strip_prefix('.')?.strip_suffix(".jsonl"));
        if let Some(number) = number.and_then(|number| number.parse().ok()) {
            found.push(RotatedFile { number, path: path.with_file_name(name) });
        }
    }
    found.sort_by_key(|aside| aside.number);
    Ok(found)
}

/// A name that sorts after every earlier one, and that no file has.
pub(super) fn next_rotated_path(path: &Path) -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let newest = rotated_files(path).ok().and_then(|aside| aside.last().map(|newest| newest.number));
    let number = newest.map_or(now, |newest| now.max(newest + 1));
    path.with_extension(format!("{number:020}.jsonl"))
}

/// Removes what is too old or too much of what was set aside. Failing to costs room, nothing else.
pub(super) fn prune(path: &Path, kept: RotationLimits) {
    let mut bytes = 0_u64;
    for aside in rotated_files(path).unwrap_or_default().iter().rev() {
        let Ok(found) = fs::metadata(&aside.path) else { continue };
        bytes = bytes.saturating_add(found.len());
        let age = found.modified().ok().and_then(|modified| modified.elapsed().ok());
        if bytes > kept.bytes || age.is_some_and(|age| age > kept.age) {
            _ = fs::remove_file(&aside.path);
        }
    }
}
