//! `patch`: where a new definition must be to win, verified by asking the lens with that definition in place.

use index::{FoundDefinition, FoundKey, Hypothetical};
use lens::{CandidateOutcome, PatchGoal, RuleId, patch_path};
use replies::wa::success::PatchPlaced;
use reply_kit::{ReplyBuilder, ReplyResult, Text};

use crate::LensTool;
use crate::body::DefinitionBody;
use crate::data::{PatchData, PatchesData, RuleData, ScriptKey};
use crate::view::{View, doubts};

/// The most answers: few keys are in many databases.
const MAX_PATCHES: usize = 10;
/// How many file names are tried until one is free.
const MAX_TRIES: usize = 20;
/// How many bytes of a key become part of a file name.
const MAX_STEM: usize = 40;

impl View<'_> {
    pub(crate) fn patch<'c>(
        &self,
        rb: ReplyBuilder<'c, LensTool>,
        key: &str,
        folder: &str,
        source: usize,
    ) -> ReplyResult<'c> {
        let found = self.lens.object(key, &Self::filter(folder));
        if found.is_empty() {
            return Err(self.unknown(rb, key, folder));
        }
        let patches = found.iter().take(MAX_PATCHES).map(|found| self.placed(found, source)).collect();
        let (key, looked_at) = (ScriptKey::new(key), self.looked_at());
        Ok(self.answer(rb, PatchPlaced, &PatchesData { key, patches, total: found.len(), looked_at }))
    }

    fn placed(&self, found: &FoundKey, source: usize) -> PatchData {
        let start = found.winner().or_else(|| found.definitions.last());
        let body = start.and_then(|start| DefinitionBody::read(self, found, start)?.text(self));
        let mut patch = PatchData {
            kind: found.kind.as_str().into(),
            database: Text::echo(&found.database),
            target: None,
            wins: false,
            certainty: found.ruling.row.certainty.into(),
            doubts: Vec::new(),
            rule: RuleData::new(found.ruling.row.rule),
            advice: None,
            from: start.and_then(|start| self.address(start.file)),
            start_from: body.map(|(text, _)| text),
        };
        if found.ruling.row.rule == RuleId::R13 {
            patch.advice =
                Some("The name holds for its own file alone: only that file can be replaced as a whole.".into());
            return patch;
        }
        let priority = self.priority(found);
        let place = self.free_path(found, source);
        let verdict = self.lens.with_definition(found, Hypothetical { source, path: &place, priority });
        let outcome = verdict.outcomes.last().copied();
        patch.wins = matches!(outcome, Some(CandidateOutcome::InForce | CandidateOutcome::Merged));
        patch.target = self.sources().get(source).address_of(&place);
        patch.certainty = verdict.certainty.into();
        patch.doubts = doubts(&verdict.doubts);
        patch.rule = RuleData::new(verdict.rule);
        patch.advice = advice(found, priority, patch.wins);
        patch
    }

    fn definitions_in_force<'f>(&self, found: &'f FoundKey) -> impl Iterator<Item = &'f FoundDefinition> {
        found.definitions.iter().filter(|found| self.lens.file(found.file).standing().is_in_force())
    }

    /// A priority that is larger than that of every definition in force, if priorities decide.
    fn priority(&self, found: &FoundKey) -> i64 {
        let largest = self.definitions_in_force(found).map(|other| other.priority).max().unwrap_or_default();
        if found.ruling.row.priority.is_some() { largest.max(0).saturating_add(1) } else { 0 }
    }

    /// A path that the mod does not have yet.
    fn free_path(&self, found: &FoundKey, source: usize) -> String {
        let others: Vec<&str> =
            self.definitions_in_force(found).map(|other| self.lens.file(other.file).game_path()).collect();
        let like = others.last().copied().unwrap_or_default();
        // Where a file is replaced as a whole, the new one has the same path.
        if found.ruling.row.rule == RuleId::R1 && !like.is_empty() {
            return like.to_owned();
        }
        let (goal, ending) = match found.ruling.row.rule {
            RuleId::R5 => (PatchGoal::First, ending(like)),
            RuleId::R11 => {
                let language = found.group.as_deref().unwrap_or("english");
                (PatchGoal::ReplaceFolder, format!("_l_{language}.yml"))
            }
            _ => (PatchGoal::Last, ending(like)),
        };
        let stem = stem(&found.key);
        let named = |stem: &str| patch_path(&found.database, &others, goal, stem, &ending);
        let tries =
            (1..MAX_TRIES).map(|number| if number == 1 { named(&stem) } else { named(&format!("{stem}_{number}")) });
        let is_free = |path: &String| !self.lens.has_file(source, path);
        tries.clone().find(is_free).unwrap_or_else(|| named(&stem))
    }
}

fn advice(found: &FoundKey, priority: i64, wins: bool) -> Option<Text> {
    let row = found.ruling.row;
    if let Some(field) = row.priority {
        return Some(Text::new(format!("Write {field} = {priority} into the definition.")));
    }
    match row.rule {
        RuleId::R8 | RuleId::R9 => Some("This version of the game knows no priority: replace the whole file.".into()),
        RuleId::R7 => {
            Some("Write only what is to be added: lists append; effect and trigger take the place of others.".into())
        }
        RuleId::R10 => Some("Write only what is to be added: blocks of one key are added together.".into()),
        RuleId::R1 => {
            Some("Write the whole file, with everything else that is in it: it replaces those of the same path.".into())
        }
        _ if !wins => Some("No name was found from which a definition of this mod wins.".into()),
        _ => None,
    }
}

/// `.txt` of a path.
fn ending(path: &str) -> String {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    name.rsplit_once('.').map_or_else(|| ".txt".to_owned(), |(_, ending)| format!(".{ending}"))
}

/// A key as part of a file name.
fn stem(key: &str) -> String {
    let letters =
        key.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' });
    letters.take(MAX_STEM).collect()
}
