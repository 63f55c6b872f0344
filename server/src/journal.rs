//! The one journal: a line of JSON for every call, decision, contract and undo.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use enforcement::{JournalUnavailable, Record};
use reply_core::{Envelope, ReplyType};
use serde::Serialize;
use serde_json::Value;

/// The largest journal before it is set aside.
const ROTATE_AT: u64 = 16 * 1024 * 1024;

/// Appends lines, each whole: one write to a file opened for appending, so that several processes can share it.
#[derive(Debug)]
pub(crate) struct JournalFile {
    path: PathBuf,
    rotate_at: u64,
    open: Mutex<Option<Open>>,
}

/// Whether the file is looked at before a line: it may be full, or set aside by another process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Before a line that must not be set aside with the old ones.
    Always,
    /// Every so many bytes: calls are many.
    Sometimes,
}

/// The journal as this process has it open.
#[derive(Clone, Debug)]
struct Open {
    file: Arc<File>,
    /// How much may be written before its length is looked at again.
    room: u64,
}

impl JournalFile {
    pub(crate) fn at(path: PathBuf) -> Self {
        Self { path, rotate_at: ROTATE_AT, open: Mutex::new(None) }
    }

    /// Notes a call and how it ended. What cannot be written costs nobody an answer.
    pub(crate) fn call(&self, tool: &str, envelope: &Envelope) {
        #[derive(Serialize)]
        struct Call<'a> {
            event: &'static str,
            trace_id: String,
            tool: &'a str,
            code: &'static str,
            duration_ms: u64,
            /// Of an I: equal where the same thing was wrong with the same input.
            #[serde(skip_serializing_if = "Option::is_none")]
            mistake: Option<String>,
        }
        let call = Call {
            event: "call",
            trace_id: envelope.trace_id().to_string(),
            tool,
            code: envelope.code().as_str(),
            duration_ms: u64::try_from(envelope.duration().as_millis()).unwrap_or(u64::MAX),
            mistake: (envelope.reply_type() == ReplyType::I).then(|| mistake(envelope)),
        };
        if let Err(error) = self.append(&call, Look::Sometimes) {
            complain!("ck3raven: the journal cannot be written: {error}");
        }
    }

    /// Sees whether it can be written, without writing anything.
    pub(crate) fn try_out(&self) -> io::Result<()> {
        self.open().map(drop)
    }

    /// Notes something a person did.
    pub(crate) fn person(&self, what: &Value) -> io::Result<()> {
        self.append(what, Look::Always)
    }

    fn append(&self, record: &impl Serialize, look: Look) -> io::Result<()> {
        #[derive(Serialize)]
        struct Line<'a, T> {
            at: u64,
            #[serde(flatten)]
            record: &'a T,
        }
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let mut line = serde_json::to_vec(&Line { at, record })?;
        line.push(b'\n');
        // Written outside the lock: the system appends each line whole, whoever else is writing.
        let file = self.opened_for(line.len() as u64, look)?;
        file.as_ref().write_all(&line).inspect_err(|_| {
            // It may have been cut short, so the next line opens the file anew and mends that.
            *self.lock() = None;
        })
    }

    fn lock(&self) -> MutexGuard<'_, Option<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file, with room for so many bytes.
    fn opened_for(&self, bytes: u64, look: Look) -> io::Result<Arc<File>> {
        let mut open = self.lock();
        match open.as_mut().filter(|open| look == Look::Sometimes && open.room >= bytes) {
            Some(open) => {
                open.room -= bytes;
                Ok(Arc::clone(&open.file))
            }
            None => {
                // What another process left cut short is mended by opening the file anew.
                let file = match open.take() {
                    Some(Open { file, .. }) if self.is_current(&file)? && !is_cut_short(&file) => file,
                    _ => Arc::new(self.open()?),
                };
                let room = (self.rotate_at / 256).saturating_sub(bytes);
                *open = Some(Open { file: Arc::clone(&file), room });
                Ok(file)
            }
        }
    }

    /// Whether a file is still the journal, and not full.
    fn is_current(&self, file: &File) -> io::Result<bool> {
        let ours = file.metadata()?;
        let is_there = fs::metadata(&self.path).is_ok_and(|there| is_same(&ours, &there));
        Ok(is_there && ours.len() < self.rotate_at)
    }

    fn open(&self) -> io::Result<File> {
        fs::create_dir_all(self.path.parent().unwrap_or(Path::new(".")))?;
        let is_full = || fs::metadata(&self.path).is_ok_and(|found| found.len() >= self.rotate_at);
        if is_full() {
            // Of several processes that find it full, one sets it aside; the others look again.
            let gate = File::create(self.path.with_extension("lock"))?;
            gate.lock()?;
            if is_full() {
                fs::rename(&self.path, self.path.with_extension("jsonl.1"))?;
            }
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&self.path)?;
        if is_cut_short(&file) {
            file.write_all(b"\n")?;
        }
        Ok(file)
    }
}

/// Whether the last line lacks its end: the disk was full, or a process died in the middle of it.
///
/// A line that another process is writing lacks it too, for a moment; so only what stays so is cut short.
fn is_cut_short(file: &File) -> bool {
    const LOOKS: usize = 5;
    (0..LOOKS).all(|look| {
        if look > 0 {
            thread::sleep(Duration::from_millis(2));
        }
        lacks_its_end(file)
    })
}

fn lacks_its_end(mut file: &File) -> bool {
    let mut last = [0];
    // An empty file has no last byte, and what is no file of bytes cannot be looked at.
    file.seek(SeekFrom::End(-1)).is_ok() && file.read_exact(&mut last).is_ok() && last != *b"\n"
}

/// Whether both are the same file: it may have been moved away, or replaced.
#[cfg(unix)]
fn is_same(ours: &fs::Metadata, there: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (ours.dev(), ours.ino()) == (there.dev(), there.ino())
}

/// Elsewhere a file that is open can be neither moved nor replaced.
#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// A short name for what an I says, without its trace id and duration.
fn mistake(envelope: &Envelope) -> String {
    let json = envelope.as_json();
    let said = json.split_once(",\"meta\":").map_or(json, |(said, _)| said);
    let mut hasher = DefaultHasher::new();
    said.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

impl enforcement::Journal for JournalFile {
    fn record(&self, record: &Record) -> Result<(), JournalUnavailable> {
        self.append(record, Look::Always).map_err(|error| {
            complain!("ck3raven: the journal cannot be written: {error}");
            JournalUnavailable
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l68_several_writers_and_a_rotation_leave_whole_lines_and_lose_none() {
        const WRITERS: usize = 8;
        const LINES: usize = 200;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let path = path.clone();
                scope.spawn(move || {
                    // Each as another process has it: a handle of its own. The whole is set aside once on the way.
                    let journal = JournalFile { rotate_at: 50_000, ..JournalFile::at(path) };
                    for line in 0..LINES {
                        journal
                            .person(&serde_json::json!({ "event": "test", "writer": writer, "line": line }))
                            .unwrap();
                    }
                });
            }
        });
        let set_aside = fs::read_to_string(path.with_extension("jsonl.1")).unwrap();
        let text = set_aside + &fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), WRITERS * LINES);
        assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    }

    #[test]
    fn l68_a_line_cut_short_does_not_spoil_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        fs::write(&path, "{\"event\":\"whole\"}\n{\"event\":\"cut sho").unwrap();
        JournalFile::at(path.clone()).person(&serde_json::json!({ "event": "next" })).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let whole: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        assert_eq!(whole.iter().map(|line| &line["event"]).collect::<Vec<_>>(), ["whole", "next"]);
    }

    #[test]
    fn l68_a_line_that_another_process_cut_short_does_not_spoil_a_decision() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let journal = JournalFile::at(path.clone());
        journal.person(&serde_json::json!({ "event": "first" })).unwrap();
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"event\":\"cut sho").unwrap();
        journal.person(&serde_json::json!({ "event": "next" })).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count(), 2, "{text}");
    }

    #[test]
    fn l68_a_journal_moved_away_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/journal.jsonl");
        let journal = JournalFile::at(path.clone());
        let line = serde_json::json!({ "event": "test" });
        journal.person(&line).unwrap();
        fs::rename(folder.path().join("state"), folder.path().join("away")).unwrap();
        journal.person(&line).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
    }
}
