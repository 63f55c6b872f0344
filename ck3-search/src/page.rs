//! Makes one answer of the results: as many hits as fit, and where to continue.

use reply_kit::{Address, Text};
use world_adapter::WorldSource;

use crate::candidates::Candidates;
use crate::cursor::{Cursor, SearchQueryKey};
use crate::data::{FileHits, FileReferences, ReferenceHits, Searched, TextHits};
use crate::shadow::Shadows;
use crate::text::{FormattedHit, FoundHits};

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

/// As many hits as fit in one answer.
pub(crate) struct HitPage {
    pub(crate) files: Vec<PageFile>,
    pub(crate) total: usize,
    pub(crate) definitions: usize,
    pub(crate) comments: usize,
    pub(crate) searched: Searched,
    pub(crate) nearest: Vec<Text>,
    incomplete: bool,
    cursor: Option<Text>,
}

/// The hits of one file that fit.
pub(crate) struct PageFile {
    file: Address,
    shadowed_by: Option<Address>,
    hits: Vec<FormattedHit>,
}

impl HitPage {
    fn cut_lines(&self) -> usize {
        self.files.iter().flat_map(|file| &file.hits).filter(|kept| kept.is_cut).count()
    }

    /// As lines that contain a text.
    pub(crate) fn into_text(self) -> TextHits {
        let cut_lines = self.cut_lines();
        let Self { files, total, searched, nearest, incomplete, cursor, .. } = self;
        let told = |PageFile { file, shadowed_by, hits }| {
            let hits = hits.into_iter().map(|kept: FormattedHit| kept.hit).collect();
            FileHits { file, shadowed_by, hits }
        };
        TextHits {
            files: files.into_iter().map(told).collect(),
            total,
            cut_lines,
            searched,
            nearest,
            incomplete,
            cursor,
        }
    }

    /// As lines that mention a key.
    pub(crate) fn into_references(self) -> ReferenceHits {
        let cut_lines = self.cut_lines();
        let Self { files, total, definitions, comments, searched, nearest, incomplete, cursor } = self;
        let told = |PageFile { file, shadowed_by, hits }| {
            let (definitions, uses): (Vec<FormattedHit>, Vec<FormattedHit>) =
                hits.into_iter().partition(|kept| kept.is_definition);
            let lines = |hits: Vec<FormattedHit>| hits.into_iter().map(|kept| kept.hit).collect();
            FileReferences { file, shadowed_by, definitions: lines(definitions), uses: lines(uses) }
        };
        let files = files.into_iter().map(told).collect();
        ReferenceHits {
            files,
            total,
            definitions_total: definitions,
            comments,
            cut_lines,
            searched,
            nearest,
            incomplete,
            cursor,
        }
    }
}

impl Paging<'_> {
    /// The answer.
    pub(crate) fn page(&self, found: FoundHits) -> HitPage {
        let total = self.before + found.total;
        let (mut files, mut told, mut bytes) = (Vec::new(), 0, 0);
        let mut last: Option<(usize, u64)> = None;
        let mut is_full = false;
        let shadows = Shadows::new(self.candidates, self.sources);
        for file in found.files {
            // The path comes from a walk, so it has an address.
            let Some(address) = self.address(file.index).filter(|_| !is_full) else { continue };
            bytes += address.as_str().len() + FIELDS;
            let mut hits = Vec::new();
            for kept in file.hits {
                bytes += kept.cost;
                is_full = told == self.limit || (bytes > MAX_BYTES && told > 0);
                if is_full {
                    break;
                }
                told += 1;
                last = Some((file.index, kept.hit.line as u64));
                hits.push(kept);
            }
            if !hits.is_empty() {
                let shadowed_by = shadows.of(file.index);
                files.push(PageFile { file: address, shadowed_by, hits });
            }
        }
        let incomplete = found.ended_at.is_some() || self.candidates.is_cut || found.searched.unreadable > 0;
        let cursor = if told < found.total {
            last
        } else {
            // All hits are listed: continue with the first file that was not searched.
            found.ended_at.and_then(|next| next.checked_sub(1)).map(|searched| (searched, Cursor::WHOLE_FILE))
        };
        let cursor = cursor.and_then(|(index, line)| self.cursor(index, line, self.before + told));
        HitPage {
            files,
            total,
            definitions: found.definitions,
            comments: found.comments,
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
