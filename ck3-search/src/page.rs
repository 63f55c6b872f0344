//! Makes one answer of the results: as many hits as fit, and where to continue.

use reply_kit::{Address, Text};
use world_adapter::WorldSource;

use crate::candidates::Candidates;
use crate::cursor::{Cursor, SearchQueryKey};
use crate::data::{FileHits, FileReferences, ReferenceHits, TextHits};
use crate::shadow::Shadows;
use crate::text::FoundHits;

/// The most bytes of hits in one answer.
const MAX_BYTES: usize = 256 * 1024;
/// The size of a file's field names in JSON.
const FIELDS: usize = 60;

/// The inputs of the answer.
pub(crate) struct Paging<'p> {
    pub(crate) sources: &'p [WorldSource],
    pub(crate) candidates: &'p Candidates,
    pub(crate) key: SearchQueryKey,
    /// How many hits earlier answers listed.
    pub(crate) before: usize,
    pub(crate) limit: usize,
}

/// Without a key no line defines it: every hit is a use.
impl From<ReferenceHits> for TextHits {
    fn from(found: ReferenceHits) -> Self {
        let ReferenceHits { files, total, cut_lines, searched, nearest, incomplete, cursor, .. } = found;
        let files = files.into_iter().map(|FileReferences { file, shadowed_by, uses: hits, .. }| FileHits {
            file,
            shadowed_by,
            hits,
        });
        Self { files: files.collect(), total, cut_lines, searched, nearest, incomplete, cursor }
    }
}

impl Paging<'_> {
    /// The answer: as many hits as fit.
    pub(crate) fn page(&self, found: FoundHits) -> ReferenceHits {
        let total = self.before + found.total;
        let (mut files, mut listed, mut bytes, mut cut_lines) = (Vec::new(), 0, 0, 0);
        let mut last: Option<(usize, u64)> = None;
        let mut is_full = false;
        let shadows = Shadows::new(self.candidates, self.sources);
        for file in found.files {
            // The path comes from a walk, so it has an address.
            let Some(address) = self.address(file.index).filter(|_| !is_full) else { continue };
            bytes += address.as_str().len() + FIELDS;
            let (mut definitions, mut uses) = (Vec::new(), Vec::new());
            for kept in file.hits {
                bytes += kept.cost;
                is_full = listed == self.limit || (bytes > MAX_BYTES && listed > 0);
                if is_full {
                    break;
                }
                listed += 1;
                last = Some((file.index, kept.hit.line as u64));
                cut_lines += usize::from(kept.is_cut);
                if kept.is_definition { definitions.push(kept.hit) } else { uses.push(kept.hit) }
            }
            if !definitions.is_empty() || !uses.is_empty() {
                let shadowed_by = shadows.of(file.index);
                files.push(FileReferences { file: address, shadowed_by, definitions, uses });
            }
        }
        let incomplete = found.ended_at.is_some() || self.candidates.is_cut || found.searched.unreadable > 0;
        let cursor = if listed < found.total {
            last
        } else {
            // All hits are listed: continue with the first file that was not searched.
            found.ended_at.and_then(|next| next.checked_sub(1)).map(|searched| (searched, Cursor::WHOLE_FILE))
        };
        let cursor = cursor.and_then(|(index, line)| self.cursor(index, line, self.before + listed));
        ReferenceHits {
            files,
            total,
            definitions_total: found.definitions,
            comments: found.comments,
            cut_lines,
            searched: found.searched,
            nearest: Vec::new(),
            incomplete,
            cursor,
        }
    }

    /// The cursor behind a line of a file.
    pub(crate) fn cursor(&self, index: usize, line: u64, before: usize) -> Option<Text> {
        let position = self.sources.get(self.candidates.source_of(index))?.position();
        let path = self.candidates.path(index).to_owned();
        Some(Cursor { position, path, line, before }.to_text(self.key))
    }

    pub(crate) fn address(&self, index: usize) -> Option<Address> {
        self.sources.get(self.candidates.source_of(index))?.address_of(self.candidates.path(index))
    }

    /// Where a cursor continues: the first file, and the line up to which its hits were listed.
    pub(crate) fn start(&self, cursor: Option<&Cursor>) -> (usize, u64) {
        let Some(cursor) = cursor else { return (0, 0) };
        let Some(source) = self.sources.iter().position(|source| source.position() >= cursor.position) else {
            return (self.candidates.len(), 0);
        };
        if self.sources[source].position() > cursor.position {
            return (self.candidates.files_of(source).start, 0);
        }
        let at = self.candidates.at_or_after(source, &cursor.path);
        let is_there = self.candidates.files_of(source).contains(&at) && self.candidates.path(at) == cursor.path;
        match cursor.line {
            Cursor::WHOLE_FILE if is_there => (at + 1, 0),
            line if is_there => (at, line),
            _ => (at, 0),
        }
    }
}
