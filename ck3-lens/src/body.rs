//! The text of a definition, read now.

use std::ops::Range;
use std::sync::Arc;

use ck3_script::{Definition, Folder, LineIndex, SourceEncoding, Span, outline};
use index::{FileId, FoundDefinition, FoundKey};
use reply_kit::Verbatim;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use world_adapter::SourceBytes;

use crate::data::{DiffChange, DiffPart};
use crate::view::View;

/// The most bytes of a body.
const MAX_BODY: usize = 24 * 1024;
/// The most parts of a diff.
const MAX_PARTS: usize = 100;
/// The most lines that are compared.
const MAX_LINES: usize = 20_000;
/// How long two definitions are compared.
const DIFF_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(2);

/// A definition as its file has it now.
pub(crate) struct DefinitionBody {
    bytes: Arc<SourceBytes>,
    /// Its text, in the encoding of scripts.
    content: Vec<u8>,
    /// Where it starts in the file.
    start: usize,
    line: u32,
}

impl View<'_> {
    /// What a file holds, unless it cannot be read or nobody waits for the call any more.
    pub(crate) fn read(&self, file: FileId) -> Option<Arc<SourceBytes>> {
        if self.cancellation.is_cancelled() {
            return None;
        }
        let file = self.lens.file(file);
        self.sources().read(file.source(), file.path()).ok().map(Arc::new)
    }
}

impl DefinitionBody {
    /// Reads a definition.
    pub(crate) fn read(view: &View<'_>, found: &FoundKey, definition: &FoundDefinition) -> Option<Self> {
        let bytes = view.read(definition.file)?;
        Self::find_all(view, found, &[definition], &bytes).pop()
    }

    /// Finds definitions of one file in it. It may have changed since it was indexed: each is searched for again, near its old
    /// position. The file is parsed once, however many there are (L100).
    pub(crate) fn find_all(
        view: &View<'_>,
        found: &FoundKey,
        definitions: &[&FoundDefinition],
        bytes: &Arc<SourceBytes>,
    ) -> Vec<Self> {
        let Some(first) = definitions.first() else { return Vec::new() };
        let outline = outline(bytes, Folder::of(view.lens.file(first.file).game_path()));
        let is_same = |other: &&Definition| other.kind == found.kind && other.key(&outline.text) == found.key.as_str();
        // In the order of the text.
        let same: Vec<Span> = outline.definitions.iter().filter(is_same).map(|other| other.span).collect();
        let lines = LineIndex::new(&outline.text);
        let body = |definition: &&FoundDefinition| {
            let span = nearest(&same, definition.span.start)?;
            let start = outline.original_range(bytes, span).start;
            let line = lines.position(&outline.text, span.start).line;
            Some(Self { bytes: Arc::clone(bytes), content: span.of(&outline.text).to_vec(), start, line })
        };
        definitions.iter().take_while(|_| !view.cancellation.is_cancelled()).filter_map(body).collect()
    }

    /// Its text, and whether it was cut.
    pub(crate) fn text(&self, view: &View<'_>) -> Option<(Verbatim, bool)> {
        let excerpt = view.world.excerpt(&self.bytes, self.range(0, self.content.len()), MAX_BODY)?;
        Some((excerpt.text, excerpt.is_cut))
    }

    /// Its bytes, in the encoding of scripts.
    pub(crate) fn content(&self) -> &[u8] {
        &self.content
    }

    /// A part of it, by its range in the content.
    pub(crate) fn part(&self, view: &View<'_>, part: Span) -> Option<Verbatim> {
        if view.cancellation.is_cancelled() {
            return None;
        }
        let range = self.range(part.start as usize, part.end as usize);
        view.world.excerpt(&self.bytes, range, MAX_BODY).map(|excerpt| excerpt.text)
    }

    /// The bytes of the file that a range of the content stands for.
    fn range(&self, start: usize, end: usize) -> Range<usize> {
        let encoding = SourceEncoding::of(&self.bytes);
        let length = |end: usize| encoding.encoded_len(self.content.get(..end).unwrap_or(&self.content));
        self.start + length(start)..self.start + length(end)
    }

    /// The lines that only this definition has, and those that only another has.
    pub(crate) fn diff(&self, view: &View<'_>, game: &Self) -> Vec<DiffPart> {
        let (old, new) = (game.content(), self.content());
        let (old_lines, new_lines) = (lines(old), lines(new));
        if old_lines.len().max(new_lines.len()) > MAX_LINES {
            return Vec::new();
        }
        let texts = |content: &[u8], lines: &[Span]| -> Vec<Vec<u8>> {
            lines.iter().map(|line| line.of(content).trim_ascii_end().to_vec()).collect()
        };
        let deadline = std::time::Instant::now() + DIFF_TIMEOUT;
        let (old_texts, new_texts) = (texts(old, &old_lines), texts(new, &new_lines));
        let operations = capture_diff_slices_deadline(Algorithm::Myers, &old_texts, &new_texts, Some(deadline));
        let mut parts = Vec::new();
        for operation in operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. })) {
            parts.extend(game.lines(view, &old_lines, operation.old_range(), DiffChange::Removed));
            parts.extend(self.lines(view, &new_lines, operation.new_range(), DiffChange::Added));
        }
        parts.truncate(MAX_PARTS);
        parts
    }

    fn lines(
        &self,
        view: &View<'_>,
        lines: &[Span],
        range: std::ops::Range<usize>,
        change: DiffChange,
    ) -> Option<DiffPart> {
        let wanted = lines.get(range.clone())?;
        let span = wanted.first()?.to(*wanted.last()?);
        Some(DiffPart { change, line: self.line as usize + range.start, text: self.part(view, span)? })
    }
}

/// The span whose start is nearest to a position; the spans are sorted.
fn nearest(spans: &[Span], position: u32) -> Option<Span> {
    let next = spans.partition_point(|span| span.start < position);
    let around = &spans[next.saturating_sub(1)..spans.len().min(next + 1)];
    around.iter().copied().min_by_key(|span| span.start.abs_diff(position))
}

/// The range of each line, including its end.
fn lines(content: &[u8]) -> Vec<Span> {
    let mut start = 0;
    let line = |line: &[u8]| {
        let end = start + u32::try_from(line.len()).unwrap_or(u32::MAX);
        Span::new(std::mem::replace(&mut start, end), end)
    };
    content.split_inclusive(|byte| *byte == b'\n').map(line).collect()
}
