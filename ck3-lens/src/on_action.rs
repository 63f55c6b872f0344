//! `on_action`: lists and slots after all files (R7).

use index::{FoundDefinition, FoundKey};
use lens::{CandidateOutcome, Certainty, MergedField, merge_on_action};
use replies::wa::success::OnActionMerged;
use reply_kit::{Address, ReplyBuilder, ReplyResult};

use crate::LensTool;
use crate::body::DefinitionBody;
use crate::data::{OnActionData, OnActionPart, RuleData, ScriptKey};
use crate::view::{View, doubts};

/// The most parts of one answer.
const MAX_PARTS: usize = 500;
/// The most definitions that are merged.
const MAX_DEFINITIONS: usize = 1_000;
/// Once the files of a merge hold this many bytes, no further one is read (L100).
const MAX_HELD: usize = 128 * 1024 * 1024;

impl View<'_> {
    pub(crate) fn on_action<'c>(&self, rb: ReplyBuilder<'c, LensTool>, key: &str) -> ReplyResult<'c> {
        let mut all = self.lens.object(key, &Self::filter("common/on_action"));
        all.retain(|found| found.kind == ck3_script::DefinitionKind::OnAction);
        let Some(found) = all.first() else { return Err(self.unknown(rb, key, "common/on_action")) };
        let counts =
            |outcome: &CandidateOutcome| matches!(outcome, CandidateOutcome::InForce | CandidateOutcome::Merged);
        let pairs = found.definitions.iter().zip(&found.verdict.outcomes);
        let in_force: Vec<&FoundDefinition> =
            pairs.filter(|(_, outcome)| counts(outcome)).map(|(definition, _)| definition).collect();
        let bodies = self.bodies(found, &in_force);
        let certainty = if bodies.len() == in_force.len() { found.verdict.certainty } else { Certainty::Uncertain };
        let merged = merge_on_action(&bodies.iter().map(|(body, _)| body.content()).collect::<Vec<_>>());
        let parts = |fields: &[MergedField]| -> Vec<OnActionPart> {
            let part = |field: &MergedField| {
                let (body, from) = bodies.get(field.definition)?;
                let text = body.part(self, field.span)?;
                Some(OnActionPart { field: ScriptKey::new(&field.name), from: from.clone(), text })
            };
            fields.iter().take(MAX_PARTS).filter_map(part).collect()
        };
        let data = OnActionData {
            key: ScriptKey::new(key),
            lists: parts(&merged.lists),
            slots: parts(&merged.slots),
            lost: parts(&merged.lost),
            total: merged.lists.len() + merged.slots.len() + merged.lost.len(),
            certainty: certainty.into(),
            doubts: doubts(&found.verdict.doubts),
            rule: RuleData::new(found.ruling.row.rule),
            candidates: self.candidates(found, 50),
            looked_at: self.looked_at(),
        };
        Ok(self.answer(rb, OnActionMerged, &data))
    }

    /// The definitions, as far as they can be read. A file is read, parsed and held once, however many definitions it has.
    fn bodies(&self, found: &FoundKey, definitions: &[&FoundDefinition]) -> Vec<(DefinitionBody, Address)> {
        let (mut bodies, mut held) = (Vec::new(), 0);
        let definitions = &definitions[..definitions.len().min(MAX_DEFINITIONS)];
        for of_file in definitions.chunk_by(|one, other| one.file == other.file) {
            if held >= MAX_HELD {
                break;
            }
            let file = of_file[0].file;
            let Some((bytes, address)) = self.read(file).zip(self.address(file)) else { continue };
            held += bytes.len();
            let found = DefinitionBody::find_all(self, found, of_file, &bytes);
            bodies.extend(found.into_iter().map(|body| (body, address.clone())));
        }
        bodies
    }
}
