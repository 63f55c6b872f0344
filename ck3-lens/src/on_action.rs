//! `on_action`: lists and slots after all files (R7).

use lens::{CandidateOutcome, MergedField, merge_on_action};
use reply_kit::{Address, ReplyBuilder, ReplyResult};

use crate::LensTool;
use crate::body::DefinitionBody;
use crate::data::{OnActionData, OnActionPart, RuleData, ScriptKey};
use crate::view::{View, doubts};

/// The most parts of one answer.
const MAX_PARTS: usize = 500;
/// The most definitions that are merged.
const MAX_DEFINITIONS: usize = 1_000;

impl View<'_> {
    pub(crate) fn on_action<'c>(&self, rb: ReplyBuilder<'c, LensTool>, key: &str) -> ReplyResult<'c> {
        let mut all = self.lens.object(key, &Self::filter("common/on_action"));
        all.retain(|found| found.kind == ck3_script::DefinitionKind::OnAction);
        let Some(found) = all.first() else { return Err(self.unknown(rb, key, "common/on_action")) };
        let counts =
            |outcome: &CandidateOutcome| matches!(outcome, CandidateOutcome::InForce | CandidateOutcome::Merged);
        let pairs = found.definitions.iter().zip(&found.verdict.outcomes);
        let in_force = pairs.filter(|(_, outcome)| counts(outcome)).take(MAX_DEFINITIONS);
        let bodies: Vec<(DefinitionBody, Address)> = in_force
            .filter_map(|(definition, _)| {
                Some((DefinitionBody::read(self, found, definition)?, self.address(definition.file)?))
            })
            .collect();
        let contents: Vec<Vec<u8>> = bodies.iter().map(|(body, _)| body.content()).collect();
        let merged = merge_on_action(&contents.iter().map(Vec::as_slice).collect::<Vec<_>>());
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
            certainty: found.verdict.certainty.into(),
            doubts: doubts(&found.verdict.doubts),
            rule: RuleData::new(found.ruling.row.rule),
            candidates: self.candidates(found, 50),
            looked_at: self.looked_at(),
        };
        Ok(self.world.answer(rb, &data))
    }
}
