//! The journal, read back: one pass over all files in the order of time, a line at a time.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::set_aside::{approved_beside, calls_beside, denials_beside, files, set_aside};
use crate::clock_time;

/// The longest line that is read as one; no line that was written is near it.
const MAX_LINE: u64 = 4 * 1024 * 1024;

/// One line, and when it was written.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) at: Timestamp,
    /// The order within a millisecond.
    nanos: i64,
    text: String,
}

/// What filters and sums go by; borrowed from the line, because there are many of them.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Head<'l> {
    #[serde(borrow, default)]
    pub(crate) event: Cow<'l, str>,
    #[serde(borrow, default)]
    pub(crate) trace_id: Option<Cow<'l, str>>,
    #[serde(borrow, default)]
    pub(crate) session: Option<Cow<'l, str>>,
    #[serde(borrow, default)]
    pub(crate) contract: Option<Cow<'l, str>>,
    #[serde(borrow, default)]
    pub(crate) request: Option<Cow<'l, str>>,
    /// Of an undo, the change that was undone.
    #[serde(borrow, default)]
    pub(crate) undone: Option<Cow<'l, str>>,
    #[serde(borrow, default)]
    pub(crate) tool: Option<Cow<'l, str>>,
    #[serde(borrow, default)]
    pub(crate) code: Option<Cow<'l, str>>,
    #[serde(borrow, default)]
    pub(crate) mistake: Option<Cow<'l, str>>,
    #[serde(default)]
    pub(crate) duration_ms: Option<u64>,
}

impl Line {
    /// A line of a file; nothing if it was cut short by a crash, or is not a line of the journal.
    fn parse(bytes: Vec<u8>) -> Option<Self> {
        #[derive(Deserialize)]
        struct Stamp<'l> {
            #[serde(borrow)]
            at: At<'l>,
            #[serde(default)]
            nanos: i64,
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum At<'l> {
            Text(#[serde(borrow)] Cow<'l, str>),
            Seconds(u64),
        }
        let mut text = String::from_utf8(bytes).ok()?;
        text.truncate(text.trim_end().len());
        let Stamp { at, nanos } = serde_json::from_str(&text).ok()?;
        let at = match at {
            At::Text(text) => text.parse().ok()?,
            At::Seconds(seconds) => clock_time::from_seconds(seconds),
        };
        Some(Self { at, nanos, text })
    }

    /// When it was written, to the nanosecond.
    fn order(&self) -> (i64, i64) {
        (self.at.as_second(), self.nanos)
    }

    /// What filters go by.
    pub(crate) fn head(&self) -> Head<'_> {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// All of it.
    pub(crate) fn value(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }
}

/// Goes through every line of the journal that can be read, the oldest first, what was set aside included.
pub(crate) fn each(journal: &Path, mut see: impl FnMut(Line)) -> io::Result<()> {
    let mut sequences = files(journal)?.map(|files| Lines::of(files).peekable());
    while let Some(line) = next_of(&mut sequences) {
        see(line?);
    }
    Ok(())
}

/// The oldest line; of two that are equally old, the decision comes before the call that it belongs to.
fn next_of(sequences: &mut [Peekable<Lines>]) -> Option<io::Result<Line>> {
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
struct Lines {
    files: std::vec::IntoIter<PathBuf>,
    open: Option<BufReader<File>>,
}

impl Lines {
    fn of(files: Vec<PathBuf>) -> Self {
        Self { files: files.into_iter(), open: None }
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        loop {
            let Some(open) = &mut self.open else {
                let Some(path) = self.files.next() else { return Ok(None) };
                match File::open(path) {
                    Ok(file) => self.open = Some(BufReader::with_capacity(64 * 1024, file)),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
                continue;
            };
            let mut line = Vec::new();
            if open.take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
                self.open = None;
            } else if let Some(line) = Line::parse(line) {
                return Ok(Some(line));
            }
        }
    }
}

impl Iterator for Lines {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.next_line().transpose();
        if let Some(Err(_)) = line {
            // A disk that fails fails again: once is enough.
            (self.files, self.open) = (Vec::new().into_iter(), None);
        }
        line
    }
}

/// Where each file of the journal ended when it was last looked at: for whoever wants to see what is added.
#[derive(Debug)]
pub(crate) struct Tail {
    files: [Ending; 4],
}

#[derive(Debug)]
struct Ending {
    path: PathBuf,
    /// The file as the system numbers it, where it does, and how much of it was seen.
    number: Option<u64>,
    seen: u64,
}

impl Tail {
    /// From the end of the journal as it is now.
    pub(crate) fn from_end(journal: &Path) -> Self {
        let ending = |path: PathBuf| {
            let found = fs::metadata(&path).ok();
            Ending { number: found.as_ref().map(number), seen: found.map_or(0, |found| found.len()), path }
        };
        let others = [approved_beside, denials_beside, calls_beside].map(|beside| ending(beside(journal)));
        let [approved, denials, calls] = others;
        Self { files: [approved, ending(journal.to_owned()), denials, calls] }
    }

    /// The lines that were added since, the oldest first.
    pub(crate) fn added(&mut self) -> io::Result<Vec<Line>> {
        let mut lines = Vec::new();
        for ending in &mut self.files {
            ending.read(&mut lines)?;
        }
        lines.sort_by_key(Line::order);
        Ok(lines)
    }
}

impl Ending {
    /// Reads what was added since.
    fn read(&mut self, lines: &mut Vec<Line>) -> io::Result<()> {
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let found = file.metadata()?;
        if Some(number(&found)) != self.number || found.len() < self.seen {
            // It was set aside, and another begun: first what was added to the old one.
            self.read_aside(lines)?;
            (self.number, self.seen) = (Some(number(&found)), 0);
        }
        file.seek(SeekFrom::Start(self.seen))?;
        self.read_from(file, lines)
    }

    /// The rest of the file that was seen last, which has been set aside meanwhile, and all that were set aside after it.
    fn read_aside(&mut self, lines: &mut Vec<Line>) -> io::Result<()> {
        let mut is_later = false;
        for aside in set_aside(&self.path)? {
            let Ok(mut file) = File::open(&aside.path) else { continue };
            let is_ours = cfg!(unix) && Some(number(&file.metadata()?)) == self.number;
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

    fn read_from(&mut self, file: File, lines: &mut Vec<Line>) -> io::Result<()> {
        let mut reader = BufReader::new(file);
        loop {
            let mut line = Vec::new();
            let length = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
            // One that is still being written is looked at again.
            if length == 0 || line.last() != Some(&b'\n') {
                return Ok(());
            }
            self.seen += length as u64;
            lines.extend(Line::parse(line));
        }
    }
}

#[cfg(unix)]
fn number(found: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(found)
}

/// Elsewhere a file that was set aside is told by its length alone.
#[cfg(not(unix))]
fn number(_: &fs::Metadata) -> u64 {
    0
}
