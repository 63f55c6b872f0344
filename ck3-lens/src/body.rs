//! The text of a definition, read now.

use std::sync::Arc;

use ck3_script::{FileOutline, Folder, LineIndex, Span, outline};
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

/// The file of a definition, and the current position of the definition in it.
pub(crate) struct DefinitionBody {
    bytes: Arc<SourceBytes>,
    folder: Folder,
    span: Span,
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
        Self::find(view, found, definition, view.read(definition.file)?)
    }

    /// Finds a definition in its file, which may have changed since it was indexed: it is searched for again, near its old
    /// position.
    pub(crate) fn find(
        view: &View<'_>,
        found: &FoundKey,
        definition: &FoundDefinition,
        bytes: Arc<SourceBytes>,
    ) -> Option<Self> {
        if view.cancellation.is_cancelled() {
            return None;
        }
        let folder = Folder::of(view.lens.file(definition.file).game_path());
        let (span, line) = {
            let outline = outline(&bytes, folder);
            let same = outline
                .definitions
                .iter()
                .filter(|other| other.kind == found.kind && other.key(&outline.text) == found.key.as_str());
            let nearest = same.min_by_key(|other| other.span.start.abs_diff(definition.span.start))?;
            let line = LineIndex::new(&outline.text).position(&outline.text, nearest.span.start).line;
            (nearest.span, line)
        };
        Some(Self { bytes, folder, span, line })
    }

    fn outline(&self) -> FileOutline<'_> {
        outline(&self.bytes, self.folder)
    }

    /// Its text, and whether it was cut.
    pub(crate) fn text(&self, view: &View<'_>) -> Option<(Verbatim, bool)> {
        let range = self.outline().original_range(&self.bytes, self.span);
        let excerpt = view.world.excerpt(&self.bytes, range, MAX_BODY)?;
        Some((excerpt.text, excerpt.is_cut))
    }

    /// Its bytes, in the encoding of scripts.
    pub(crate) fn content(&self) -> Vec<u8> {
        self.span.of(&self.outline().text).to_vec()
    }

    /// A part of it, by its range in the content.
    pub(crate) fn part(&self, view: &View<'_>, part: Span) -> Option<Verbatim> {
        if view.cancellation.is_cancelled() {
            return None;
        }
        let span = Span::new(self.span.start + part.start, self.span.start + part.end);
        let range = self.outline().original_range(&self.bytes, span);
        view.world.excerpt(&self.bytes, range, MAX_BODY).map(|excerpt| excerpt.text)
    }

    /// The lines that only this definition has, and those that only another has.
    pub(crate) fn diff(&self, view: &View<'_>, game: &Self) -> Vec<DiffPart> {
        let (old, new) = (game.content(), self.content());
        let (old_lines, new_lines) = (lines(&old), lines(&new));
        if old_lines.len().max(new_lines.len()) > MAX_LINES {
            return Vec::new();
        }
        let texts = |content: &[u8], lines: &[Span]| -> Vec<Vec<u8>> {
            lines.iter().map(|line| line.of(content).trim_ascii_end().to_vec()).collect()
        };
        let deadline = std::time::Instant::now() + DIFF_TIMEOUT;
        let (old_texts, new_texts) = (texts(&old, &old_lines), texts(&new, &new_lines));
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

/// The range of each line, including its end.
fn lines(content: &[u8]) -> Vec<Span> {
    let mut start = 0;
    let line = |line: &[u8]| {
        let end = start + u32::try_from(line.len()).unwrap_or(u32::MAX);
        Span::new(std::mem::replace(&mut start, end), end)
    };
    content.split_inclusive(|byte| *byte == b'\n').map(line).collect()
}
