//! The crash files, the newest first.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use jiff::Timestamp;
use serde::Serialize;

use crate::clock_time;
use crate::state_paths::StatePaths;

/// The most bytes of a file that are read for a list; the story of its call has all of it.
const MAX_BEGINNING: u64 = 32 * 1024;
/// The most characters of a cause in a list.
const MAX_CAUSE: usize = 500;

/// A summary of a crash file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CrashFile {
    /// The call that it belongs to.
    pub(crate) trace_id: String,
    pub(crate) at: String,
    /// The tool, if the file names it.
    pub(crate) tool: Option<String>,
    /// The cause, its first line.
    pub(crate) cause: String,
    /// The source location, if it was a panic.
    pub(crate) place: Option<String>,
    pub(crate) bytes: u64,
}

/// The newest crash files.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct CrashList {
    pub(crate) crashes: Vec<CrashFile>,
    /// How many crash files there are in all.
    pub(crate) total: usize,
}

/// The trace id of a crash file, by its name.
pub(super) fn trace_id(name: &std::ffi::OsStr) -> Option<&str> {
    name.to_str()?.strip_prefix("crash-")?.strip_suffix(".txt")
}

/// The newest `limit` crash files; only the beginning of those is read.
pub(crate) fn list(paths: &StatePaths, limit: usize) -> io::Result<CrashList> {
    let entries = match fs::read_dir(paths.crashes()) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(CrashList::default()),
        Err(error) => return Err(error),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        // A file that was pruned meanwhile is skipped.
        if let (Some(id), Ok(about)) = (trace_id(&name), entry.metadata()) {
            let at = about.modified().ok().and_then(|at| Timestamp::try_from(at).ok()).unwrap_or(Timestamp::UNIX_EPOCH);
            found.push((at, id.to_owned(), entry.path(), about.len()));
        }
    }
    found.sort_by(|one, other| other.cmp(one));
    let total = found.len();
    let read = |(at, trace_id, path, bytes): (Timestamp, String, std::path::PathBuf, u64)| {
        let beginning = beginning(&path).ok()?;
        Some(CrashFile { trace_id, at: clock_time::in_utc(at), bytes, ..CrashFile::of(&beginning) })
    };
    Ok(CrashList { crashes: found.into_iter().take(limit).filter_map(read).collect(), total })
}

fn beginning(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BEGINNING).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl CrashFile {
    /// Parses the text: some lines with a name, then the cause.
    fn of(text: &str) -> Self {
        let (mut tool, mut cause, mut place) = (None, None, None);
        for line in text.lines() {
            match line.split_once(": ") {
                Some(("trace" | "versions" | "arguments", _)) if cause.is_none() => {}
                Some(("tool", name)) if cause.is_none() => tool = Some(name.to_owned()),
                Some(("at", found)) => {
                    place = Some(found.to_owned());
                    break;
                }
                _ if cause.is_none() => cause = Some(shortened(line)),
                // A message may have several lines; the location may follow it.
                _ if line.is_empty() => break,
                _ => {}
            }
        }
        let cause = cause.unwrap_or_else(|| "the file says nothing".to_owned());
        Self { trace_id: String::new(), at: String::new(), tool, cause, place, bytes: 0 }
    }
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(MAX_CAUSE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_listed_with_tool_and_cause_whatever_they_hold() {
        let home = tempfile::tempdir().unwrap();
        let paths = StatePaths::under(home.path());
        assert_eq!(list(&paths, 10).unwrap().total, 0);
        fs::create_dir_all(paths.crashes()).unwrap();
        let files = [
            (
                "crash-a.txt",
                "trace: a\ntool: ck3_dir\nversions: v\npanic: no <b>bug</b>\nat: src/x.rs:1:2\n\nstack\n".to_owned(),
            ),
            (
                "crash-b.txt",
                "trace: b\ntool: ck3_file\nversions: v\narguments: {}\ncancelled: it took too long\n".to_owned(),
            ),
            ("crash-c.txt", String::new()),
            ("crash-d.txt", "x".repeat(100_000)),
            ("notes.txt", "not one".to_owned()),
        ];
        for (seconds, (name, text)) in files.iter().enumerate() {
            let path = paths.crashes().join(name);
            fs::write(&path, text).unwrap();
            let at = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds as u64);
            File::options().write(true).open(path).unwrap().set_modified(at).unwrap();
        }
        let found = list(&paths, 3).unwrap();
        assert_eq!(found.total, 4);
        assert_eq!(found.crashes.iter().map(|crash| crash.trace_id.as_str()).collect::<Vec<_>>(), ["d", "c", "b"]);
        assert!(found.crashes[0].cause.len() < 600, "{}", found.crashes[0].cause.len());
        assert_eq!(found.crashes[2].cause, "cancelled: it took too long");
        let oldest = &list(&paths, 10).unwrap().crashes[3];
        assert_eq!((oldest.tool.as_deref(), oldest.place.as_deref()), (Some("ck3_dir"), Some("src/x.rs:1:2")));
        assert_eq!(oldest.cause, "panic: no <b>bug</b>");
    }
}
