//! Searches one file, piece by piece.

use std::io;
use std::ops::Range;

use ck3_lens::game_path;
use ck3_script::Folder;
use grep_matcher::{LineTerminator, Matcher as _};
use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};
use world_adapter::{Encoding, ReadSourceError, SourceBytes, WorldAdapter};

use super::collector::{HitCollector, HitLine, LinesBefore};
use super::{FormattedHit, TextSearch};
use crate::data::LineHit;
use crate::references::{FileForm, definitions};

/// The most bytes of a line that are shown.
const MAX_LINE: usize = 240;
/// How many bytes of a long line are shown before the hit.
const BEFORE_HIT: usize = 60;
/// How many bytes of the beginning of a file are searched for a zero byte, which shows that it is not text.
const PROBED: usize = 8 * 1024;
/// How many bytes of a file are searched between two checks of timeout and cancellation. A pattern may take time proportional to
/// its size for each byte, so a piece of this length takes seconds at most.
pub(super) const PIECE: usize = 128 * 1024;
/// The longest line that is searched: a line is never divided. A hundred times the longest line of the game.
pub(super) const MAX_SEARCHED_LINE: usize = 256 * 1024;

/// The outcome of searching one file.
pub(super) enum FileOutcome {
    NotText,
    /// It has a line that is too long.
    TooLarge,
    /// It takes too long with this pattern.
    TooSlow,
    Searched {
        bytes: usize,
        total: usize,
        definitions: usize,
        comments: usize,
        hits: Vec<FormattedHit>,
    },
}

/// The state of one thread, reused for all its files.
pub(super) struct SearchThread {
    searcher: Searcher,
    matcher: RegexMatcher,
    bytes: SourceBytes,
}

impl SearchThread {
    pub(super) fn new(matcher: &RegexMatcher) -> Self {
        let terminator = matcher.line_terminator().unwrap_or(LineTerminator::byte(b'\n'));
        let mut searcher = SearcherBuilder::new();
        searcher.line_terminator(terminator).line_number(true).bom_sniffing(false);
        let searcher = searcher.binary_detection(BinaryDetection::none()).build();
        Self { searcher, matcher: matcher.clone(), bytes: SourceBytes::new() }
    }

    pub(super) fn search(
        &mut self,
        of: &TextSearch<'_>,
        index: usize,
        keep: usize,
    ) -> Result<FileOutcome, ReadSourceError> {
        let Some(source) = of.sources.get(of.candidates.source_of(index)) else { return Err(ReadSourceError::Absent) };
        let path = of.candidates.path(index);
        source.read_into(path, &mut self.bytes)?;
        self.bytes.make_utf8();
        if memchr::memchr(0, &self.bytes[..self.bytes.len().min(PROBED)]).is_some() {
            return Ok(FileOutcome::NotText);
        }
        // A byte order mark is not part of the first line.
        let start = self.bytes.text_start();
        let listed_line = if index == of.files.start { of.listed_line } else { 0 };
        let key = of.key.map(|key| {
            let is_game = source.mod_name().is_none();
            (key, Folder::of(game_path(path, is_game).unwrap_or(path)))
        });
        let mut lines = HitCollector {
            matcher: &self.matcher,
            form: key.map(|(_, folder)| FileForm::of(folder)),
            cancellation: of.cancellation,
            listed_line,
            keep,
            before: LinesBefore::default(),
            total: 0,
            comments: 0,
            kept: Vec::new(),
        };
        let text = &self.bytes[start..];
        while lines.before.bytes < text.len() {
            let Some(piece) = piece(&text[lines.before.bytes..]) else { return Ok(FileOutcome::TooLarge) };
            // A search in memory fails only if the sink does, and this one does not.
            let _: Result<(), io::Error> = self.searcher.search_slice(&self.matcher, piece, &mut lines);
            lines.before.add(piece);
            if lines.before.bytes < text.len() && of.is_over_for_a_file() {
                return Ok(FileOutcome::TooSlow);
            }
        }
        let (total, comments, kept) = (lines.total, lines.comments, lines.kept);
        if total > 0 && self.bytes.encoding() == Encoding::Binary {
            return Ok(FileOutcome::NotText);
        }
        let defined = match key {
            Some((key, folder)) if total > 0 => definitions(&self.bytes, start, folder, key),
            _ => Vec::new(),
        };
        let is_definition = |line: &HitLine| defined.binary_search_by_key(&line.number, |(line, _)| *line).is_ok();
        let format = |line: HitLine| self.format_hit(of.world, start, &line, is_definition(&line));
        let hits = kept.into_iter().filter_map(format).collect();
        let definitions = defined.iter().filter(|(line, _)| *line > listed_line).count();
        Ok(FileOutcome::Searched { bytes: self.bytes.len(), total, definitions, comments, hits })
    }

    /// Formats a hit: the line, or the part of a long one around the hit.
    fn format_hit(
        &self,
        world: &WorldAdapter,
        start: usize,
        line: &HitLine,
        is_definition: bool,
    ) -> Option<FormattedHit> {
        let Range { start: line_start, end } = line.bytes;
        let is_cut = end - line_start > MAX_LINE;
        let from = if is_cut { (line_start + line.hit).saturating_sub(BEFORE_HIT).max(line_start) } else { line_start };
        let shown = start + from..start + end.min(from + MAX_LINE);
        let escaped = self.bytes.get(shown.clone())?.iter().filter(|byte| **byte < 0x20).count();
        let cost = shown.len() + 5 * escaped + 40;
        let before = String::from_utf8_lossy(self.bytes.get(start + line_start..start + line_start + line.hit)?);
        let column = before.chars().count() + 1;
        let text = world.excerpt(&self.bytes, shown, MAX_LINE)?.text;
        let number = usize::try_from(line.number).unwrap_or(usize::MAX);
        Some(FormattedHit { hit: LineHit { line: number, column, text }, is_definition, is_cut, cost })
    }
}

/// The beginning of a text, up to the end of a line; `None` if the line is too long.
fn piece(text: &[u8]) -> Option<&[u8]> {
    let near = &text[..text.len().min(MAX_SEARCHED_LINE)];
    if near.len() <= PIECE {
        return Some(near);
    }
    let (first, rest) = near.split_at(PIECE);
    let end = memchr::memrchr(b'\n', first).or_else(|| memchr::memchr(b'\n', rest).map(|at| PIECE + at));
    match end {
        Some(end) => near.get(..=end),
        None => (near.len() == text.len()).then_some(text),
    }
}
