//! The journal, read back: one pass over all files in the order of time, a line at a time.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;
use world_adapter::open_regular;

use super::file_identity::FileIdentity;
use super::rotation::{files, rotated_files, sequences};
use crate::clock_time;

/// The longest line that is read as one; no line that was written is near it.
const MAX_LINE: u64 = 4 * 1024 * 1024;

/// One line, and when it was written.
#[derive(Clone, Debug)]
pub(crate) struct JournalLine {
    pub(crate) at: Timestamp,
    /// The order within a millisecond.
    nanos: i64,
    text: String,
}

/// What filters and sums go by.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct RecordHead {
    #[serde(default)]
    pub(crate) event: String,
    pub(crate) trace_id: Option<String>,
    pub(crate) session: Option<String>,
    pub(crate) contract: Option<String>,
    pub(crate) request: Option<String>,
    /// For an undo: the change that was undone.
    pub(crate) undone: Option<String>,
    pub(crate) tool: Option<String>,
    pub(crate) code: Option<String>,
    pub(crate) mistake: Option<String>,
    pub(crate) duration_ms: Option<u64>,
}

impl JournalLine {
    /// A line of a file; nothing if it was cut short by a crash, or is not a line of the journal.
    fn parse(bytes: Vec<u8>) -> Option<Self> {
        #[derive(Deserialize)]
        struct LineStamp {
            at: Value,
            #[serde(default)]
            nanos: i64,
        }
        let mut text = String::from_utf8(bytes).ok()?;
        text.truncate(text.trim_end().len());
        let LineStamp { at, nanos } = serde_json::from_str(&text).ok()?;
        Some(Self { at: clock_time::from_json(&at)?, nanos, text })
    }

    /// When it was written, to the nanosecond.
    fn order(&self) -> (i64, i64) {
        (self.at.as_second(), self.nanos)
    }

    /// What filters go by.
    pub(crate) fn head(&self) -> RecordHead {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// All of it.
    pub(crate) fn value(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }
}

/// Goes through every line of the journal that can be read, the oldest first, what was set aside included.
pub(crate) fn each(journal: &Path, mut see: impl FnMut(JournalLine)) -> io::Result<()> {
    let read = |path: &PathBuf| Ok(lines_of(files(path)?).peekable());
    let mut sequences = sequences(journal).iter().map(read).collect::<io::Result<Vec<_>>>()?;
    while let Some(line) = next_of(&mut sequences) {
        see(line?);
    }
    Ok(())
}

/// The oldest line; of two that are equally old, the decision comes before the call that it belongs to.
fn next_of<L: Iterator<Item = io::Result<JournalLine>>>(sequences: &mut [Peekable<L>]) -> Option<L::Item> {
    // Of equal ones the first is taken; what cannot be read comes at once.
    let ages = sequences.iter_mut().enumerate().filter_map(|(index, lines)| {
        let age = match lines.peek()? {
            Ok(line) => line.order(),
            Err(_) => (i64::MIN, 0),
        };
        Some((age, index))
    });
    let (_, oldest) = ages.min()?;
    sequences[oldest].next()
}

/// The lines of several files, one after the other. A file that is not there has none.
fn lines_of(files: Vec<PathBuf>) -> impl Iterator<Item = io::Result<JournalLine>> {
    let (mut files, mut open) = (files.into_iter(), None);
    let mut next_line = move || loop {
        let Some(reader) = &mut open else {
            let Some(path) = files.next() else { return Ok(None) };
            match open_regular(&path) {
                Ok(file) => open = Some(BufReader::with_capacity(64 * 1024, file)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
            continue;
        };
        let mut line = Vec::new();
        if reader.take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            open = None;
        } else if let Some(line) = JournalLine::parse(line) {
            return Ok(Some(line));
        }
    };
    std::iter::from_fn(move || next_line().transpose())
}

/// Where each file of the journal ended when it was last looked at: for commands that follow what is added.
#[derive(Debug)]
pub(crate) struct JournalTail {
    files: [FileEnd; 4],
}

#[derive(Debug)]
struct FileEnd {
    path: PathBuf,
    /// Which file it was, and how much of it was seen.
    id: Option<FileIdentity>,
    seen: u64,
}

impl JournalTail {
    /// From the end of the journal as it is now.
    pub(crate) fn from_end(journal: &Path) -> Self {
        let ending = |path: PathBuf| {
            let seen = fs::metadata(&path).map_or(0, |found| found.len());
            FileEnd { id: FileIdentity::at(&path).ok(), seen, path }
        };
        Self { files: sequences(journal).map(ending) }
    }

    /// The lines that were added since, the oldest first.
    pub(crate) fn added(&mut self) -> io::Result<Vec<JournalLine>> {
        let mut lines = Vec::new();
        for ending in &mut self.files {
            ending.read(&mut lines)?;
        }
        lines.sort_by_key(JournalLine::order);
        Ok(lines)
    }
}

impl FileEnd {
    /// Reads what was added since.
    fn read(&mut self, lines: &mut Vec<JournalLine>) -> io::Result<()> {
        let mut file = match open_regular(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let found = Some(FileIdentity::of(&file)?);
        if found != self.id || file.metadata()?.len() < self.seen {
            // It was set aside, and another begun: first what was added to the old one.
            self.read_rotated(lines)?;
            (self.id, self.seen) = (found, 0);
        }
        file.seek(SeekFrom::Start(self.seen))?;
        self.read_from(file, lines)
    }

    /// The rest of the file that was seen last, which has been set aside meanwhile, and all that were set aside after it.
    fn read_rotated(&mut self, lines: &mut Vec<JournalLine>) -> io::Result<()> {
        let mut is_later = false;
        for aside in rotated_files(&self.path)? {
            let Ok(mut file) = open_regular(&aside.path) else { continue };
            let is_ours = Some(FileIdentity::of(&file)?) == self.id;
            if is_ours {
                file.seek(SeekFrom::Start(self.seen))?;
            }
            is_later |= is_ours;
            if is_later {
                self.read_from(file, lines)?;
            }
        }
        Ok(())
    }

    fn read_from(&mut self, file: File, lines: &mut Vec<JournalLine>) -> io::Result<()> {
        let mut reader = BufReader::new(file);
        loop {
            let mut line = Vec::new();
            let length = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
            // A line that is still being written is read again.
            if length == 0 || line.last() != Some(&b'\n') {
                return Ok(());
            }
            self.seen += length as u64;
            lines.extend(JournalLine::parse(line));
        }
    }
}
