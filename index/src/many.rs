//! Queries for many keys, in one pass over all definitions.

use std::collections::HashMap;

use crate::found::FoundKey;
use crate::lens_query::{DefinitionRef, KeyFilter, PlaysetLens};
use crate::record::key_hash;
use crate::source::SourceSet;

/// A key below a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyInFolder<'k> {
    /// The folder.
    pub folder: &'k str,
    /// The key.
    pub key: &'k str,
}

impl<S: SourceSet> PlaysetLens<S> {
    /// The definitions of each key below its folder, like [`PlaysetLens::object`]: time is linear in the definitions and the
    /// keys.
    pub fn objects(&self, wanted: &[KeyInFolder<'_>]) -> Vec<Vec<FoundKey>> {
        let mut by_hash: HashMap<u32, Vec<usize>> = HashMap::new();
        for (number, wanted) in wanted.iter().enumerate() {
            by_hash.entry(key_hash(wanted.key.as_bytes())).or_default().push(number);
        }
        let mut groups: Vec<Vec<Vec<DefinitionRef>>> = vec![Vec::new(); wanted.len()];
        let everything = KeyFilter::default();
        for (id, file) in self.files().filter(|(_, file)| everything.wants_file(file)) {
            for (row, hash) in (0_u32..).zip(&file.record.hashes) {
                for number in by_hash.get(hash).into_iter().flatten() {
                    let KeyInFolder { folder, key } = wanted[*number];
                    let is_below = file.game_path().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
                    if is_below && file.record.key(&file.record.rows[row as usize]) == key.as_bytes() {
                        self.put(&mut groups[*number], (id, row));
                    }
                }
            }
        }
        groups.iter().map(|groups| groups.iter().map(|group| self.judged(group)).collect()).collect()
    }
}
