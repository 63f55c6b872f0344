//! The entries of a log, one at a time: bounded memory, linear time, whatever the log contains.

use std::io::{self, BufRead};

use crate::header::{Header, Level};

/// The most bytes of an entry's message that are kept; the rest is counted.
pub const MAX_ENTRY: usize = 8 * 1024;

/// The most bytes of a line that are kept. A header is shorter, and so is every readable line.
const MAX_LINE: usize = MAX_ENTRY + 512;

/// One entry: a header, and everything up to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'e> {
    /// Its offset, in bytes from where reading began.
    pub start: u64,
    /// The offset of the next one.
    pub end: u64,
    /// The time, such as `08:40:44`.
    pub time: Option<&'e str>,
    /// Its level.
    pub level: Level,
    /// The source file of the engine.
    pub source: &'e str,
    /// The message: its lines without empty ones, joined by line feeds. It may not be UTF-8.
    pub message: &'e [u8],
    /// How many bytes of the message were left out.
    pub cut: u64,
}

/// Reads the entries of a log.
///
/// What stands before the first header (the end of an entry, where reading began in the middle of a log) is skipped and counted.
///
/// ```
/// use ck3_game_log::Entries;
/// let log = b"[08:41:13][E][a.cpp:1]: one\n  more\n\n[08:41:14][E][a.cpp:2]: two\n";
/// let mut entries = Entries::new(&log[..]);
/// assert_eq!(entries.next_entry().unwrap().unwrap().message, b"one\n  more");
/// assert_eq!(entries.next_entry().unwrap().unwrap().message, b"two");
/// assert!(entries.next_entry().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Entries<R> {
    input: R,
    /// The offsets of the line in `line`, and of the next one.
    line_start: u64,
    position: u64,
    line: Vec<u8>,
    line_cut: u64,
    /// Whether `line` is the header of an entry that was not returned yet.
    is_pending: bool,
    head: Vec<u8>,
    message: Vec<u8>,
    skipped: u64,
}

impl<R: BufRead> Entries<R> {
    /// Reads from the current position.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line_start: 0,
            position: 0,
            line: Vec::new(),
            line_cut: 0,
            is_pending: false,
            head: Vec::new(),
            message: Vec::new(),
            skipped: 0,
        }
    }

    /// How many bytes were read.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// How many bytes before the first header belong to no entry.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// The next entry; none at the end.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry<'_>>> {
        while !self.is_pending {
            if !self.next_line()? {
                return Ok(None);
            }
            self.is_pending = Header::parse(&self.line).is_some();
            if !self.is_pending {
                self.skipped += self.position - self.line_start;
            }
        }
        let start = self.line_start;
        std::mem::swap(&mut self.head, &mut self.line);
        self.message.clear();
        let mut cut = self.line_cut;
        self.is_pending = false;
        let message_at = Header::parse(&self.head).map_or(0, |header| header.message_at);
        let first = &self.head[message_at..];
        cut += push_line(&mut self.message, first);
        while self.next_line()? {
            // Continuation lines are indented or plain; only `[` can begin a header.
            if self.line.first() == Some(&b'[') && Header::parse(&self.line).is_some() {
                self.is_pending = true;
                break;
            }
            cut += self.line_cut + push_line(&mut self.message, &self.line);
        }
        let end = if self.is_pending { self.line_start } else { self.position };
        let Some(Header { time, level, source, .. }) = Header::parse(&self.head) else { return Ok(None) };
        Ok(Some(Entry { start, end, time, level, source, message: &self.message, cut }))
    }

    /// Reads a line without its end, or as much of it as is kept. False at the end of the log.
    fn next_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        self.line_cut = 0;
        self.line_start = self.position;
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                break;
            }
            let end = memchr::memchr(b'\n', buffer);
            let found = &buffer[..end.unwrap_or(buffer.len())];
            let kept = found.len().min(MAX_LINE - self.line.len());
            self.line.extend_from_slice(&found[..kept]);
            self.line_cut += (found.len() - kept) as u64;
            let used = found.len() + usize::from(end.is_some());
            self.input.consume(used);
            self.position += used as u64;
            if end.is_some() {
                break;
            }
        }
        if self.line.last() == Some(&b'\r') {
            self.line.pop();
        }
        Ok(self.position > self.line_start)
    }
}

/// Appends a line unless it is empty, and returns how many bytes did not fit.
fn push_line(message: &mut Vec<u8>, line: &[u8]) -> u64 {
    if line.is_empty() {
        return 0;
    }
    let room = MAX_ENTRY.saturating_sub(message.len() + 1);
    let kept = line.len().min(room);
    if kept > 0 {
        if !message.is_empty() {
            message.push(b'\n');
        }
        message.extend_from_slice(&line[..kept]);
    }
    (line.len() - kept) as u64
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;

    fn all(log: &[u8]) -> Vec<(u64, u64, String, u64)> {
        let mut entries = Entries::new(BufReader::with_capacity(7, log));
        let mut found = Vec::new();
        while let Some(entry) = entries.next_entry().unwrap() {
            found.push((entry.start, entry.end, String::from_utf8_lossy(entry.message).into_owned(), entry.cut));
        }
        assert_eq!(entries.position(), log.len() as u64);
        found
    }

    #[test]
    fn lines_without_a_header_belong_to_the_entry_before_them() {
        let log = b"rest\r\n[08:41:13][E][a.cpp:1]: one\r\n  more\r\n\r\n[08:41:14][a.cpp:2]: two\r\n[ not ]\n[08:41:15][D][a.cpp:3]: ";
        assert_eq!(
            all(log),
            [(6, 45, "one\n  more".into(), 0), (45, 79, "two\n[ not ]".into(), 0), (79, 103, String::new(), 0)]
        );
    }

    #[test]
    fn l100_a_line_of_any_length_is_cut_and_counted() {
        let length = 5_000_000;
        let log = format!("[08:41:13][E][a.cpp:1]: {}\n[08:41:13][E][a.cpp:1]: b\n", "x".repeat(length));
        let found = all(log.as_bytes());
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].2.len() as u64 + found[0].3, length as u64);
        assert!(found[0].2.len() <= MAX_ENTRY);
        let lines = format!("[08:41:13][E][a.cpp:1]: y\n{}", "z\n".repeat(length / 2));
        let found = all(lines.as_bytes());
        assert!(found.len() == 1 && found[0].2.len() <= MAX_ENTRY && found[0].3 > 2_000_000);
    }

    #[test]
    fn l100_a_log_without_a_line_or_a_header_has_no_entries() {
        let zeros = vec![0; 3_000_000];
        let mut entries = Entries::new(&zeros[..]);
        assert!(entries.next_entry().unwrap().is_none());
        assert_eq!(entries.skipped(), 3_000_000);
        assert!(entries.line.len() <= MAX_LINE);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_the_bytes_are_the_entries_tile_the_log(
            pieces in proptest::collection::vec(prop_oneof![
                Just(b"[08:41:13][E][a.cpp:1]: x".to_vec()),
                Just(b"\n".to_vec()),
                Just(b"[".to_vec()),
                proptest::collection::vec(any::<u8>(), 0..20),
            ], 0..40)
        ) {
            let log = pieces.concat();
            let found = all(&log);
            for pair in found.windows(2) {
                prop_assert_eq!(pair[0].1, pair[1].0);
            }
            prop_assert!(found.last().is_none_or(|last| last.1 == log.len() as u64));
            // Reading from the start of an entry finds it again.
            for (start, _, message, _) in &found {
                let again = all(&log[usize::try_from(*start).unwrap()..]);
                prop_assert_eq!(&again[0].2, message);
            }
        }
    }
}
