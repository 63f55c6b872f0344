//! Keys by prefix.

use lens::database;

use crate::groups::{KeyList, KeyOrder};
use crate::lens_query::{DefinitionRef, KeyFilter, PlaysetLens};
use crate::source::SourceSet;

impl<S: SourceSet> PlaysetLens<S> {
    /// The keys with the prefix, sorted by key; for one source, those that it defines.
    pub fn symbols(&self, prefix: &str, filter: &KeyFilter, source: Option<usize>) -> KeyList {
        let mut all: Vec<([&[u8]; 4], bool, DefinitionRef)> = Vec::new();
        for (id, file) in self.files().filter(|(_, file)| filter.wants_file(file)) {
            let place = database(file.game_path()).as_bytes();
            for (index, row) in (0_u32..).zip(&file.record.rows) {
                let key = file.record.key(row);
                if key.starts_with(prefix.as_bytes()) && filter.wants(file, row) {
                    let sorted = [key, place, row.kind.as_str().as_bytes(), file.record.group(row)];
                    all.push((sorted, row.is_local, (id, index)));
                }
            }
        }
        all.sort_unstable();
        let is_wanted = |group: &&[([&[u8]; 4], bool, DefinitionRef)]| {
            source.is_none_or(|source| group.iter().any(|(.., at)| self.file(at.0).source() == source))
        };
        let same = all.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1));
        let groups = same.filter(is_wanted).map(|group| group.iter().map(|(.., at)| *at).collect());
        KeyList { groups: groups.collect(), order: KeyOrder::Key }
    }

    /// The groups of the definitions that match a filter, each once and sorted: the languages of a localization folder.
    pub fn groups_in(&self, filter: &KeyFilter) -> Vec<String> {
        let mut all = std::collections::BTreeSet::new();
        for (_, file) in self.files().filter(|(_, file)| filter.wants_file(file)) {
            let mut last = None;
            for row in file.record.rows.iter().filter(|row| filter.wants(file, row)) {
                // Rows of a group follow each other.
                if last.replace(row.group) != Some(row.group) {
                    all.insert(file.record.group(row));
                }
            }
        }
        all.into_iter().filter(|group| !group.is_empty()).map(crate::lens_query::text).collect()
    }

    /// Whether no source has a file in the scope of this lens.
    pub fn is_empty(&self) -> bool {
        self.files().all(|(_, file)| &*file.path == lens::DESCRIPTOR)
    }
}
