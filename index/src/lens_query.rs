//! Questions about a playset.

use std::sync::Arc;

use ck3_script::DefinitionKind;
use lens::{Candidate, Certainty, DESCRIPTOR, Doubt, Ruling, Verdict, compare_paths, database, is_below, misordered};

use crate::assemble::{Assembled, FileId, LensCounts, LensFile, Ranks};
use crate::found::{FoundDefinition, FoundKey};
use crate::nearest::nearest;
use crate::record::{DefinitionRow, DescriptorField, key_hash};
use crate::source::SourceSet;

/// Prefixes of other games (R14).
const OTHER_GAMES: &[&str] =
    &["INJECT:", "REPLACE:", "TRY_INJECT:", "TRY_REPLACE:", "INJECT_OR_CREATE:", "REPLACE_OR_CREATE:"];

/// Answers questions about the playset of one session, as its files were when it was created.
///
/// Only [`Index::lens`](crate::Index::lens) makes one, from a session's sources: there is no question without a session (L90).
#[derive(Clone, Debug)]
pub struct PlaysetLens<S> {
    pub(crate) sources: Arc<S>,
    pub(crate) assembled: Arc<Assembled>,
}

/// A filter of definitions.
#[derive(Clone, Debug, Default)]
pub struct KeyFilter {
    /// Those below this folder.
    pub folder: Option<String>,
    /// Those of this group: a language, a type of asset.
    pub group: Option<String>,
}

/// A definition, by file and row.
pub(crate) type DefinitionRef = (FileId, u32);

impl KeyFilter {
    pub(crate) fn wants_file(&self, file: &LensFile) -> bool {
        let is_meant = self.folder.as_deref().is_none_or(|folder| is_below(file.game_path(), folder));
        !file.is_dropped && &*file.path != DESCRIPTOR && is_meant
    }

    pub(crate) fn wants(&self, file: &LensFile, row: &DefinitionRow) -> bool {
        self.group.as_deref().is_none_or(|group| group.as_bytes() == file.record.group(row))
    }
}

impl<S: SourceSet> PlaysetLens<S> {
    pub(crate) fn new(sources: Arc<S>, assembled: Arc<Assembled>) -> Self {
        Self { sources, assembled }
    }

    /// The sources that it is about.
    pub fn sources(&self) -> &S {
        &self.sources
    }

    /// How much it has read.
    pub fn counts(&self) -> LensCounts {
        self.assembled.counts
    }

    /// A file that an answer names.
    pub fn file(&self, id: FileId) -> &LensFile {
        &self.assembled.files[id.0 as usize]
    }

    /// The definitions of a key, each database and group separately, and which of them count.
    pub fn object(&self, key: &str, filter: &KeyFilter) -> Vec<FoundKey> {
        let (key, hash) = (key.as_bytes(), key_hash(key.as_bytes()));
        let mut groups: Vec<Vec<DefinitionRef>> = Vec::new();
        for (id, file) in self.files().filter(|(_, file)| filter.wants_file(file)) {
            for row in file.record.rows_of(hash, key) {
                if filter.wants(file, &file.record.rows[row as usize]) {
                    self.put(&mut groups, (id, row));
                }
            }
        }
        let mut found: Vec<FoundKey> = groups.iter().map(|group| self.judged(group)).collect();
        found.sort_by(|one, other| {
            let by = |found: &FoundKey| (found.database.clone(), found.kind.as_str(), found.group.clone());
            by(one).cmp(&by(other))
        });
        found
    }

    /// Keys that are spelled nearly like one, at most `limit`, the nearest first.
    pub fn nearest_keys(&self, key: &str, filter: &KeyFilter, limit: usize) -> Vec<String> {
        let files = self.files().map(|(_, file)| file).filter(|file| filter.wants_file(file));
        let keys = files.flat_map(|file| {
            file.record.rows.iter().filter(|row| filter.wants(file, row)).map(|row| file.record.key(row))
        });
        nearest(key, keys, limit)
    }

    /// The files of this lens in the order in which the game loads them, including those that it does not read.
    pub fn order(&self) -> Vec<FileId> {
        let mut files: Vec<FileId> =
            self.files().filter(|(_, file)| &*file.path != DESCRIPTOR).map(|(id, _)| id).collect();
        files.sort_by(|one, other| self.load_order(*one, *other));
        files
    }

    /// The sources that load before one that their descriptor depends on, each with that one (R16).
    pub fn misordered(&self) -> Vec<(usize, usize)> {
        let mut mods: Vec<&LensFile> =
            self.files().map(|(_, file)| file).filter(|file| &*file.path == DESCRIPTOR).collect();
        mods.sort_by_key(|file| file.position);
        let found = misordered(mods.iter().map(|file| {
            let name = file.record.descriptor_texts(DescriptorField::Name).next();
            (name, file.record.descriptor_texts(DescriptorField::Dependency).collect())
        }));
        found.into_iter().map(|(index, needs)| (mods[index].source, mods[needs].source)).collect()
    }

    /// The same playset with its mods in another order, or some removed: for each source its new position, or `None`. Nothing
    /// is stored.
    #[must_use]
    pub fn reordered(&self, ranks: &[Option<u32>]) -> Self {
        let ranks: Ranks = ranks.to_vec();
        let assembled = Arc::new(self.assembled.reordered(&*self.sources, &ranks));
        Self { sources: Arc::clone(&self.sources), assembled }
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = (FileId, &LensFile)> {
        (0..).map(FileId).zip(&self.assembled.files).filter(|(_, file)| !file.is_dropped)
    }

    fn load_order(&self, one: FileId, other: FileId) -> std::cmp::Ordering {
        let (a, b) = (self.file(one), self.file(other));
        compare_paths(a.game_path(), b.game_path()).then(a.position.cmp(&b.position))
    }

    /// Adds a definition to the group that it competes with.
    pub(crate) fn put(&self, groups: &mut Vec<Vec<DefinitionRef>>, at: DefinitionRef) {
        match groups.iter_mut().find(|group| self.competes(group[0], at)) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }

    /// Whether two definitions have one key: the same key, kind and group in one database.
    pub(crate) fn competes(&self, one: DefinitionRef, other: DefinitionRef) -> bool {
        let ((file, row), (other_file, other_row)) = (self.at(one), self.at(other));
        row.kind == other_row.kind
            && row.is_local == other_row.is_local
            && file.record.key(row) == other_file.record.key(other_row)
            && file.record.group(row) == other_file.record.group(other_row)
            && database(file.game_path()) == database(other_file.game_path())
    }

    pub(crate) fn at(&self, (file, row): DefinitionRef) -> (&LensFile, &DefinitionRow) {
        let file = self.file(file);
        (file, &file.record.rows[row as usize])
    }

    /// Decides between definitions of one key.
    pub(crate) fn judged(&self, group: &[DefinitionRef]) -> FoundKey {
        let mut group: Vec<DefinitionRef> = group.iter().copied().filter(|at| !self.file(at.0).is_dropped).collect();
        group.sort_by(|one, other| {
            let start = |at: &DefinitionRef| self.at(*at).1.start;
            self.load_order(one.0, other.0).then_with(|| start(one).cmp(&start(other)))
        });
        let candidates: Vec<Candidate<'_>> = group.iter().map(|at| self.candidate(*at)).collect();
        let first = group.first().map(|at| self.at(*at));
        let (path, kind, is_local) =
            first.map_or(("", DefinitionKind::Object, false), |(file, row)| (file.game_path(), row.kind, row.is_local));
        let ruling = Ruling::new(path, kind, is_local, self.sources.game_version());
        let mut verdict = ruling.judge(&candidates);
        // A name that holds for its own file alone is defined nowhere else.
        if !is_local {
            self.doubt_unread(&mut verdict, database(path));
        }
        let key = first.map_or_else(String::new, |(file, row)| text(file.record.key(row)));
        if OTHER_GAMES.iter().any(|prefix| key.starts_with(prefix)) {
            verdict.doubts.push(Doubt::OtherGamesPrefix);
        }
        let found = |at: &DefinitionRef| {
            let (file, row) = self.at(*at);
            let span = ck3_script::Span::new(row.start, row.start.saturating_add(row.len));
            FoundDefinition { file: at.0, span, line: row.line, priority: file.record.priority(at.1) }
        };
        let group_name = first.map(|(file, row)| text(file.record.group(row))).filter(|group| !group.is_empty());
        let definitions = group.iter().map(found).collect();
        FoundKey { key, kind, group: group_name, database: database(path).to_owned(), ruling, verdict, definitions }
    }

    /// What was not read may define the key too (L91).
    pub(crate) fn doubt_unread(&self, verdict: &mut Verdict, database: &str) {
        let unread = self.assembled.unread_below(database);
        if unread > 0 {
            verdict.doubts.push(Doubt::Unread(unread));
            verdict.certainty = verdict.certainty.and(Certainty::Uncertain);
        }
    }

    /// How many files and folders that may hold what lies below a path were not read; an empty path is everything.
    pub fn unread_below(&self, path: &str) -> usize {
        self.assembled.unread_below(path)
    }

    /// How many folders, in which files of a path may lie, were not read, and descriptors, which may hide some.
    pub fn unlisted_below(&self, path: &str) -> usize {
        self.assembled.unlisted_below(path)
    }

    fn candidate(&self, at: DefinitionRef) -> Candidate<'_> {
        let (file, row) = self.at(at);
        Candidate {
            position: file.position,
            path: file.game_path(),
            start: row.start,
            priority: file.record.priority(at.1),
            standing: file.standing,
        }
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
