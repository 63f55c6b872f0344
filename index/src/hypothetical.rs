//! The effect of a definition that does not exist yet.

use lens::{Candidate, FileStanding, LoadPosition, Verdict, standing};

use crate::found::FoundKey;
use crate::lens_query::PlaysetLens;
use crate::source::SourceSet;

/// A definition that does not exist yet.
#[derive(Clone, Copy, Debug)]
pub struct Hypothetical<'p> {
    /// The source that it would be in.
    pub source: usize,
    /// Its file, which need not exist.
    pub path: &'p str,
    /// Its override priority.
    pub priority: i64,
}

impl<S: SourceSet> PlaysetLens<S> {
    /// The decision if a further definition were in a file; it is the last candidate. Nothing is stored.
    pub fn with_definition(&self, found: &FoundKey, new: Hypothetical<'_>) -> Verdict {
        let position = LoadPosition::of_mod(u32::try_from(new.source).unwrap_or(u32::MAX));
        let same = self.files().filter(|(_, file)| file.game_path() == new.path);
        let last = same.map(|(_, file)| file.position()).max().map_or(position, |last| last.max(position));
        let mut candidates: Vec<Candidate<'_>> = found
            .definitions
            .iter()
            .map(|definition| {
                let file = self.file(definition.file);
                let is_replaced = file.game_path() == new.path && file.position() < position;
                let standing = if is_replaced { FileStanding::Replaced { by: position } } else { file.standing() };
                let (start, priority) = (definition.span.start, definition.priority);
                Candidate { position: file.position(), path: file.game_path(), start, priority, standing }
            })
            .collect();
        let standing = standing(new.path, position, last, &self.assembled.replaced);
        candidates.push(Candidate { position, path: new.path, start: 0, priority: new.priority, standing });
        let mut verdict = found.ruling.judge(&candidates);
        self.doubt_unread(&mut verdict, &found.database);
        verdict
    }

    /// Whether a source has a file.
    pub fn has_file(&self, source: usize, path: &str) -> bool {
        self.files().any(|(_, file)| file.source() == source && file.path() == path)
    }

    /// The source at a position.
    pub fn source_at(&self, position: LoadPosition) -> Option<usize> {
        self.files().find(|(_, file)| file.position() == position).map(|(_, file)| file.source())
    }
}
