//! One log, opened by its fixed name: the only way into the folder `logs`.

use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};

use cap_std::fs::File;
use ck3_game_log::{Entries, Entry, Header};
use reply_kit::Cancellation;

use crate::address::RootKey;
use crate::logs::cursor::{HEAD, LogHead, short_digest};
use crate::logs::data::LogFileState;
use crate::read::kind::Kind;
use crate::roots::contained::{self, LookupError};
use crate::world::WorldAdapter;

/// How many bytes are read at once.
const BUFFER: usize = 256 * 1024;
/// Cancellation is checked after this many entries.
const CANCELLATION_INTERVAL: u64 = 4_096;
/// How many bytes of the end are searched for a header that is still being written.
const TAIL: u64 = 160;

/// An open log, with the length that it had when it was opened.
pub(crate) struct LogFile {
    file: File,
    pub(crate) size: u64,
    /// The end of the last whole line, if the beginning of a header follows it.
    pub(crate) end: u64,
    pub(crate) beginning: Vec<u8>,
}

impl WorldAdapter {
    /// Opens a file of the folder `logs` by its name, which an agent never chooses. Links within the player's documents are
    /// followed.
    pub(crate) fn open_log(&self, file_name: &'static str) -> Result<LogFile, LookupError> {
        let root = self.roots.get(RootKey::UserDocs).filter(|root| root.opened.is_current());
        let root = root.ok_or(LookupError::Absent)?;
        let dir = root.opened.dir()?;
        let path = contained::join("logs", file_name);
        let real = contained::locate(&dir, &path)?;
        let path = real.as_deref().unwrap_or(&path);
        // Devices are recognised by name before anything is opened: opening some has effects.
        if contained::kind(&dir, path)? != Kind::File {
            return Err(LookupError::Absent);
        }
        let file = contained::open_file(&dir, path)?;
        let metadata = file.metadata()?;
        if Kind::of(metadata.file_type()) != Kind::File {
            return Err(LookupError::Absent);
        }
        Ok(LogFile::new(file, metadata.len())?)
    }

    /// Why a log was not read: it does not exist, or what has its name is a link, a pipe or a folder.
    pub(crate) fn state_of_unread(&self, file_name: &str) -> LogFileState {
        let root = self.roots.get(RootKey::UserDocs).filter(|root| root.opened.is_current());
        let dir = root.and_then(|root| root.opened.dir().ok());
        let kind = dir.and_then(|dir| contained::kind(&dir, &contained::join("logs", file_name)).ok());
        if kind.is_some_and(|kind| kind != Kind::File) { LogFileState::NotAFile } else { LogFileState::Absent }
    }
}

impl LogFile {
    pub(super) fn new(mut file: File, size: u64) -> io::Result<Self> {
        let mut beginning = Vec::new();
        (&mut file).take(HEAD as u64).read_to_end(&mut beginning)?;
        let mut log = Self { file, size, end: size, beginning };
        log.end = size - log.unfinished()?;
        Ok(log)
    }

    pub(crate) fn head(&self) -> LogHead {
        LogHead::of(&self.beginning)
    }

    /// How many bytes at the end are the beginning of a header that is still being written.
    fn unfinished(&mut self) -> io::Result<u64> {
        let from = self.size.saturating_sub(TAIL);
        self.file.seek(SeekFrom::Start(from))?;
        let mut tail = Vec::new();
        (&mut self.file).take(TAIL).read_to_end(&mut tail)?;
        tail.truncate(usize::try_from(self.size - from).unwrap_or(0));
        let line = match memchr::memrchr(b'\n', &tail) {
            Some(end) => &tail[end + 1..],
            None if from == 0 => &tail[..],
            None => return Ok(0),
        };
        let is_unfinished = line.starts_with(b"[") && Header::parse(line).is_none();
        Ok(if is_unfinished { line.len() as u64 } else { 0 })
    }

    /// Visits the entries between two offsets, until the call is cancelled: then the result is dropped.
    pub(crate) fn each_entry(
        &mut self,
        (from, to): (u64, u64),
        cancellation: &Cancellation,
        mut visit: impl FnMut(&Entry<'_>),
    ) -> io::Result<()> {
        let mut entries = self.buffered(from, to, BUFFER)?;
        let mut count = 0_u64;
        while let Some(entry) = entries.next_entry()? {
            visit(&entry);
            count += 1;
            if count.is_multiple_of(CANCELLATION_INTERVAL) && cancellation.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    fn buffered(&mut self, from: u64, to: u64, buffer: usize) -> io::Result<Entries<impl io::BufRead>> {
        self.file.seek(SeekFrom::Start(from))?;
        Ok(Entries::new(BufReader::with_capacity(buffer, (&mut self.file).take(to.saturating_sub(from)))))
    }

    /// Passes the entry that begins at an offset to `visit`; none if no entry begins there any more.
    pub(crate) fn entry_at<V>(
        &mut self,
        at: u64,
        to: u64,
        visit: impl FnOnce(&Entry<'_>) -> V,
    ) -> io::Result<Option<V>> {
        let mut entries = self.buffered(at, to, 8 * 1024)?;
        Ok(entries.next_entry()?.filter(|entry| entry.start == 0).map(|entry| visit(&entry)))
    }
}

/// A digest that distinguishes entries at the same offset of the same log.
pub(crate) fn digest(entry: &Entry<'_>) -> u64 {
    // 0 is for none.
    short_digest(&[entry.source.as_bytes(), b"\n", entry.message, &entry.cut.to_be_bytes()].concat()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end_of(text: &[u8]) -> u64 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("error.log");
        std::fs::write(&path, text).unwrap();
        let file = std::fs::File::open(&path).unwrap();
        LogFile::new(File::from_std(file), text.len() as u64).unwrap().end
    }

    #[test]
    fn the_beginning_of_a_header_that_is_still_being_written_is_left_for_later() {
        let whole = "[00:00:01][E][a.cpp:1]: one\n".to_owned();
        for (last, is_left) in [("", false), ("[00:00:0", true), ("[00:00:02][E][a.cpp:2]: tw", false), ("text", false)]
        {
            let log = [&*whole, last].concat();
            assert_eq!(end_of(log.as_bytes()), (log.len() - if is_left { last.len() } else { 0 }) as u64, "{last}");
            let alone = if is_left { 0 } else { last.len() as u64 };
            assert_eq!(end_of(last.as_bytes()), alone, "{last} alone");
        }
        let long = [&*whole, &"x".repeat(2 * usize::try_from(TAIL).unwrap()), "\n[00:0"].concat();
        assert_eq!(end_of(long.as_bytes()), long.len() as u64 - 5);
        let endless = "[".repeat(2 * usize::try_from(TAIL).unwrap());
        assert_eq!(end_of(endless.as_bytes()), endless.len() as u64, "a line so long is not a header");
    }
}
