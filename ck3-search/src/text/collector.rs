//! Collects the lines of a file that match.

use std::io;
use std::ops::Range;

use grep_matcher::Matcher as _;
use grep_regex::RegexMatcher;
use grep_searcher::{Searcher, Sink, SinkMatch};
use reply_kit::Cancellation;

use crate::references::FileForm;

/// A line that matches: its number, its bytes without the line ending, and where in it the first match begins.
pub(super) struct HitLine {
    pub(super) number: u64,
    pub(super) bytes: Range<usize>,
    pub(super) hit: usize,
}

/// The part of the file before the current piece.
#[derive(Default)]
pub(super) struct LinesBefore {
    pub(super) bytes: usize,
    pub(super) lines: u64,
}

impl LinesBefore {
    pub(super) fn add(&mut self, piece: &[u8]) {
        self.bytes += piece.len();
        self.lines += memchr::memchr_iter(b'\n', piece).count() as u64;
    }
}

pub(super) struct HitCollector<'m> {
    pub(super) matcher: &'m RegexMatcher,
    /// The comment syntax, if comments do not count.
    pub(super) form: Option<FileForm>,
    pub(super) cancellation: &'m Cancellation,
    pub(super) listed_line: u64,
    pub(super) keep: usize,
    pub(super) before: LinesBefore,
    pub(super) total: usize,
    pub(super) comments: usize,
    pub(super) kept: Vec<HitLine>,
}

impl Sink for HitCollector<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> Result<bool, io::Error> {
        let number = self.before.lines + found.line_number().unwrap_or(0);
        if number <= self.listed_line {
            return Ok(true);
        }
        let bytes = found.bytes();
        let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let first_hit = || self.matcher.find(line).ok().flatten().map_or(0, |hit| hit.start());
        if self.form.is_some_and(|form| form.comment_start(line) <= first_hit()) {
            self.comments += 1;
            return Ok(!self.comments.is_multiple_of(4096) || !self.cancellation.is_cancelled());
        }
        self.total += 1;
        if self.kept.len() < self.keep {
            let hit = first_hit();
            let start = usize::try_from(found.absolute_byte_offset()).map_or(usize::MAX, |at| self.before.bytes + at);
            self.kept.push(HitLine { number, bytes: start..start + line.len(), hit });
        }
        Ok(!self.total.is_multiple_of(4096) || !self.cancellation.is_cancelled())
    }
}
