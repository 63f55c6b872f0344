//! The position at which a read of the logs ended, as text that an agent gives back.
//!
//! The game writes a log while it is read, and starts a new one at each start. A mark is therefore the last entry that was
//! read, with a digest: if the entry has grown since, it is listed again. A digest of the log's beginning tells whether it is
//! the same log.

use std::fmt::Write as _;

use crate::logs::data::LogName;
use crate::read::digest::Digest;

/// How many bytes of a log's beginning identify it.
pub(crate) const HEAD: usize = 256;

/// The last entry that was read from one log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) log: LogName,
    /// Where the entry begins.
    pub(crate) at: u64,
    /// Its digest; 0 if nothing was read yet.
    pub(crate) seen: u64,
    pub(crate) head: LogHead,
}

/// The beginning of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LogHead {
    pub(crate) length: usize,
    pub(crate) digest: u64,
}

/// Where a read ended, for each log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogMarks(Vec<Mark>);

/// The next page of an answer: the range of each log that it covers, and how many messages were listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageMark {
    pub(crate) listed: usize,
    pub(crate) query: u64,
    /// For each log where the answer begins, and where it ends.
    pub(crate) ranges: Vec<(Mark, u64)>,
}

/// The first bytes of a digest: enough to distinguish texts that were not chosen to collide.
pub(crate) fn short_digest(content: &[u8]) -> u64 {
    Digest::of(content).as_bytes().first_chunk().copied().map_or(0, u64::from_be_bytes)
}

impl LogHead {
    pub(crate) fn of(beginning: &[u8]) -> Self {
        Self { length: beginning.len(), digest: short_digest(beginning) }
    }

    /// Whether a log with this beginning can be the one that this is the head of: it may have grown.
    pub(crate) fn is_of(&self, beginning: &[u8]) -> bool {
        beginning.get(..self.length).is_some_and(|same| short_digest(same) == self.digest)
    }
}

impl LogMarks {
    pub(crate) fn of(&self, log: LogName) -> Option<Mark> {
        self.0.iter().find(|mark| mark.log == log).copied()
    }

    pub(crate) fn push(&mut self, mark: Mark) {
        self.0.push(mark);
    }

    /// These marks, and those of `earlier` for logs without a mark here.
    #[must_use]
    pub fn or(mut self, earlier: &Self) -> Self {
        let others = earlier.0.iter().filter(|mark| self.of(mark.log).is_none()).copied().collect::<Vec<_>>();
        self.0.extend(others);
        self
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let list = text.strip_prefix("s1")?;
        let marks: Option<Vec<Mark>> = list.split('.').skip(1).take(LogName::ALL.len() + 1).map(mark).collect();
        marks.filter(|marks| marks.len() <= LogName::ALL.len() && !marks.is_empty()).map(Self)
    }

    /// The cursor.
    pub(crate) fn to_cursor(&self) -> String {
        let mut text = String::from("s1");
        for mark in &self.0 {
            push(&mut text, mark);
        }
        text
    }
}

impl PageMark {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix("p1.")?.split('.');
        let listed = parts.next()?.parse().ok()?;
        let query = u64::from_str_radix(parts.next()?, 16).ok()?;
        let mut ranges = Vec::new();
        for part in parts {
            let (begin, end) = part.rsplit_once('-')?;
            ranges.push((mark(begin)?, end.parse().ok()?));
        }
        (ranges.len() <= LogName::ALL.len()).then_some(Self { listed, query, ranges })
    }

    pub(crate) fn to_cursor(&self) -> String {
        let mut text = format!("p1.{}.{:x}", self.listed, self.query);
        for (begin, end) in &self.ranges {
            push(&mut text, begin);
            let _ = write!(text, "-{end}");
        }
        text
    }
}

fn push(text: &mut String, mark: &Mark) {
    let name = mark.log.word().as_str();
    let Mark { at, seen, head, .. } = mark;
    // Writing to a string does not fail.
    let _ = write!(text, ".{name}-{at}-{seen:x}-{}-{:x}", head.length, head.digest);
}

fn mark(text: &str) -> Option<Mark> {
    let mut parts = text.split('-');
    let name = parts.next()?;
    let log = LogName::ALL.into_iter().find(|log| log.word().as_str() == name)?;
    let at = parts.next()?.parse().ok()?;
    let seen = u64::from_str_radix(parts.next()?, 16).ok()?;
    let length = parts.next()?.parse().ok().filter(|length| *length <= HEAD)?;
    let digest = u64::from_str_radix(parts.next()?, 16).ok()?;
    parts.next().is_none().then_some(Mark { log, at, seen, head: LogHead { length, digest } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_nothing_else_does() {
        let mark = Mark { log: LogName::Error, at: 12_345, seen: 0xabc, head: LogHead::of(b"beginning") };
        let marks = LogMarks(vec![mark, Mark { log: LogName::Debug, at: 0, ..mark }]);
        assert_eq!(LogMarks::parse(&marks.to_cursor()), Some(marks.clone()));
        let page = PageMark { listed: 50, query: 7, ranges: vec![(mark, 99_999)] };
        assert_eq!(PageMark::parse(&page.to_cursor()), Some(page.clone()));
        for wrong in
            ["", "s1", "s1.", "s1.error", "s1.other-0-0-0-0", "s1.error-0-0-9999-0", "s1.error-0-0-0-0-0", "p1.0.0"]
        {
            assert_eq!(LogMarks::parse(wrong), None, "{wrong}");
        }
        for wrong in ["", "p1.", "p1.x.0", &marks.to_cursor(), "p1.1.1.error-0-0-0-0", "p1.1.1.error-0-0-0-0--1"] {
            assert_eq!(PageMark::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_cursor_has_at_most_a_mark_for_each_log() {
        let mark = |log| Mark { log, at: 1, seen: 2, head: LogHead::of(b"x") };
        let text = |logs: &[LogName]| LogMarks(logs.iter().copied().map(mark).collect()).to_cursor();
        assert_eq!(LogMarks::parse(&text(&LogName::ALL)).unwrap().0.len(), LogName::ALL.len());
        assert!(LogMarks::parse(&text(&[&LogName::ALL[..], &[LogName::Error]].concat())).is_none());
        assert!(LogMarks::parse("s1").is_none());
    }

    #[test]
    fn a_log_that_grew_is_the_same_and_one_that_was_restarted_is_not() {
        let head = LogHead::of(b"begin");
        for (beginning, is_of) in [("begin", true), ("beginning", true), ("began", false), ("beg", false), ("", false)]
        {
            assert_eq!(head.is_of(beginning.as_bytes()), is_of, "{beginning}");
        }
    }
}
