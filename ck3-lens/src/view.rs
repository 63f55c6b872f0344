//! A lens with its world: converts results to reply data.

use index::{FileId, FoundDefinition, FoundKey, KeyFilter, PlaysetLens, SourceSet as _};
use lens::{CandidateOutcome, FileStanding, LoadPosition};
use replies::wa::invalid::ObjectUnknown;
use reply_kit::{Address, Cancellation, Declares, DeclaresSuccess, Reply, ReplyBuilder, ReplyObject, Terminal, Text};
use world_adapter::{ComposedSuccess, WorldAdapter, nearest};

use crate::LensTool;
use crate::data::{CandidateData, OutcomeWord, ScanCounts};
use crate::sources::SessionSources;

/// How many similar keys are suggested.
const MAX_NEAREST: usize = 8;

/// The current playset of a session.
pub(crate) struct View<'w> {
    pub(crate) world: &'w WorldAdapter,
    pub(crate) lens: PlaysetLens<SessionSources>,
    /// Whether the call is still waited for: what is large is read file by file (L100).
    pub(crate) cancellation: Cancellation,
}

impl View<'_> {
    pub(crate) fn sources(&self) -> &SessionSources {
        self.lens.sources()
    }

    pub(crate) fn is_mod(&self, source: usize) -> bool {
        !self.sources().is_game(source)
    }

    /// How many mods there are.
    pub(crate) fn mods(&self) -> usize {
        (0..self.sources().count()).filter(|source| self.is_mod(*source)).count()
    }

    pub(crate) fn looked_at(&self) -> ScanCounts {
        ScanCounts::new(&self.lens)
    }

    pub(crate) fn filter(folder: &str) -> KeyFilter {
        KeyFilter { folder: Some(folder.to_owned()).filter(|folder| !folder.is_empty()), group: None }
    }

    /// Ends the call with what the lens says of the files that the adapter read.
    pub(crate) fn answer<'c, C: ComposedSuccess, D: ReplyObject>(
        &self,
        rb: ReplyBuilder<'c, LensTool>,
        code: C,
        data: &D,
    ) -> Reply<'c>
    where
        LensTool: DeclaresSuccess<C, D>,
    {
        self.world.answer_composed(rb, code, data)
    }

    /// Ends the call: nothing defines the key.
    pub(crate) fn unknown<'c, T: Declares<ObjectUnknown>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        key: &str,
        folder: &str,
    ) -> Terminal<'c> {
        let missing = ObjectUnknown {
            key: Text::echo(key),
            folder: Text::echo(folder),
            searched: self.lens.counts().files as u64,
            unreadable: self.lens.unread_below(folder) as u64,
            nearest: near_keys(&self.lens, key, &Self::filter(folder)),
        };
        self.world.no_object(rb, missing)
    }

    pub(crate) fn address(&self, id: FileId) -> Option<Address> {
        self.sources().address_of(self.lens.file(id))
    }

    pub(crate) fn in_force(&self, found: &FoundKey) -> Option<Address> {
        found.winner().and_then(|winner| self.address(winner.file))
    }

    fn source_at(&self, position: LoadPosition) -> Option<Address> {
        let source = self.lens.source_at(position)?;
        Some(self.sources().get(source).address().clone())
    }

    /// The definitions of a key, at most `limit`.
    pub(crate) fn candidates(&self, found: &FoundKey, limit: usize) -> Vec<CandidateData> {
        let pairs = found.definitions.iter().zip(&found.verdict.outcomes).take(limit);
        pairs.filter_map(|(definition, outcome)| self.candidate(found, definition, *outcome)).collect()
    }

    fn candidate(
        &self,
        found: &FoundKey,
        definition: &FoundDefinition,
        outcome: CandidateOutcome,
    ) -> Option<CandidateData> {
        let by = match outcome {
            CandidateOutcome::Overridden { by } | CandidateOutcome::LowerPriority { by } => {
                found.definitions.get(by).and_then(|winner| self.address(winner.file))
            }
            CandidateOutcome::FileReplaced { by } | CandidateOutcome::Hidden { by, .. } => self.source_at(by),
            _ => None,
        };
        let address = self.address(definition.file)?;
        Some(CandidateData { address, line: Some(definition.line), outcome: outcome.into(), by })
    }

    /// A file, and its standing.
    pub(crate) fn file(&self, id: FileId) -> Option<CandidateData> {
        let (outcome, by) = match self.lens.file(id).standing() {
            FileStanding::InForce => (OutcomeWord::InForce, None),
            FileStanding::Replaced { by } => (OutcomeWord::FileReplaced, self.source_at(by)),
            FileStanding::Hidden { by, .. } => (OutcomeWord::HiddenByReplacePath, self.source_at(by)),
        };
        Some(CandidateData { address: self.address(id)?, line: None, outcome, by })
    }
}

/// Keys that are spelled nearly like one; a key that reads as a host path is withheld.
pub fn near_keys(lens: &PlaysetLens<SessionSources>, key: &str, filter: &KeyFilter) -> Vec<Text> {
    let near = lens.nearest_keys(key, filter, MAX_NEAREST);
    let told = near.iter().map(|key| (key, Text::echo(key)));
    told.filter(|(key, told)| *key == told.as_str()).map(|(_, told)| told).collect()
}

/// The languages that were probably meant, if a playset does not have this one; all if none is spelled nearly like it.
pub fn near_languages<'k>(known: &'k [String], language: &str) -> Option<Vec<&'k str>> {
    if known.iter().any(|known| known == language) {
        return None;
    }
    let all = || known.iter().map(String::as_str);
    Some(nearest(language, all())).filter(|near| !near.is_empty()).or_else(|| Some(all().collect()))
}

pub(crate) fn doubts(found: &[lens::Doubt]) -> Vec<Text> {
    found.iter().map(|doubt| Text::new(doubt.to_string())).collect()
}
