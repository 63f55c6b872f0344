//! `conflicts` and `vanished`: what several sources define, and what was lost.

use index::{FoundKey, KeyList, PageKey, PlaysetLens};
use lens::FileStanding;
use replies::wa::success::ConflictsListed;
use reply_kit::{Reply, ReplyBuilder, Text};

use crate::LensTool;
use crate::arguments::ListPart;
use crate::cursor::to_cursor;
use crate::data::{ConflictData, ConflictsData, FileConflict, Misordered, ScriptKey};
use crate::sources::SessionSources;
use crate::view::View;

/// The most candidates of a key in a list of keys.
const MAX_CANDIDATES: usize = 8;

impl View<'_> {
    pub(crate) fn conflicts<'c>(
        &self,
        rb: ReplyBuilder<'c, LensTool>,
        folder: &str,
        (source, other): (Option<usize>, Option<usize>),
        part: &ListPart,
    ) -> Reply<'c> {
        let mods = |sources: &[usize]| sources.iter().filter(|source| self.is_mod(**source)).count();
        let wanted = |sources: &[usize]| match (source.or(other), other.filter(|_| source.is_some())) {
            (None, _) => mods(sources) > 1,
            (Some(one), None) if self.is_mod(one) => sources.contains(&one) && mods(sources) > 1,
            (Some(one), None) => sources.contains(&one) && sources.len() > 1,
            (Some(one), Some(other)) => sources.contains(&one) && sources.contains(&other) && one != other,
        };
        let filter = Self::filter(folder);
        let found = self.lens.conflicts(&filter, wanted);
        let files = self.lens.contested_files(&filter, wanted);
        let files_total = files.len();
        let is_first = part.after.is_none();
        let shown = files.iter().take(if is_first { part.limit } else { 0 }).map(|group| {
            let is_read = |file: &&index::FileId| self.lens.file(**file).standing().is_in_force();
            let in_force = group.iter().find(is_read);
            let others = group.iter().filter(|file| !is_read(file));
            FileConflict {
                in_force: in_force.and_then(|file| self.address(*file)),
                others: others.filter_map(|file| self.address(*file)).collect(),
            }
        });
        let files = shown.collect();
        let of = |source: usize| self.sources().get(source).address().clone();
        let mut misordered = self.lens.misordered();
        misordered.retain(|(one, needs)| source.is_none_or(|source| [*one, *needs].contains(&source)));
        let shown = misordered.iter().take(if is_first { part.limit } else { 0 });
        let data = ConflictsData {
            files,
            files_total,
            misordered: shown.map(|(one, needs)| Misordered { source: of(*one), depends_on: of(*needs) }).collect(),
            misordered_total: misordered.len(),
            ..self.keys(&found, part, None)
        };
        self.answer(rb, ConflictsListed, &data)
    }

    pub(crate) fn vanished<'c>(
        &self,
        rb: ReplyBuilder<'c, LensTool>,
        folder: &str,
        source: Option<usize>,
        part: &ListPart,
    ) -> Reply<'c> {
        let found = self.lens.vanished(&Self::filter(folder), |lens, file| {
            let file = lens.file(file);
            let by = match file.standing() {
                FileStanding::Replaced { by } | FileStanding::Hidden { by, .. } => Some(by),
                FileStanding::InForce => None,
            };
            source.is_none_or(|source| file.source() == source || by.and_then(|by| lens.source_at(by)) == Some(source))
        });
        self.answer(rb, ConflictsListed, &self.keys(&found, part, None))
    }

    /// A page of a list of keys; `then` is the playset that they are compared with.
    pub(crate) fn keys(
        &self,
        found: &KeyList,
        part: &ListPart,
        then: Option<&PlaysetLens<SessionSources>>,
    ) -> ConflictsData {
        let cursor = part.after.as_deref().map(PageKey::parse);
        let page = self.lens.page_after(found, cursor.as_ref(), part.limit);
        let others = then.map(|then| then.page(found, page.from, part.limit));
        let other = |index: usize| others.as_ref().and_then(|others| others.get(index));
        let objects = page.found.iter().enumerate().map(|(index, found)| self.key(found, other(index)));
        ConflictsData {
            objects: objects.collect(),
            objects_total: found.total(),
            files: Vec::new(),
            files_total: 0,
            misordered: Vec::new(),
            misordered_total: 0,
            truncated: !page.is_last,
            after: page.found.last().filter(|_| !page.is_last).map(|last| to_cursor(&last.to_page_key())),
            looked_at: self.looked_at(),
        }
    }

    fn key(&self, found: &FoundKey, then: Option<&FoundKey>) -> ConflictData {
        ConflictData {
            key: ScriptKey::new(&found.key),
            kind: found.kind.as_str().into(),
            database: Text::echo(&found.database),
            group: found.group.as_deref().map(ScriptKey::new),
            in_force: self.in_force(found),
            then: then.and_then(|then| self.in_force(then)),
            rule: Text::new(format!("{:?}", found.verdict.rule)),
            certainty: found.verdict.certainty.into(),
            candidates: self.candidates(found, MAX_CANDIDATES),
            candidates_total: found.definitions.len(),
        }
    }
}
