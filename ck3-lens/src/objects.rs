//! `object`, `loc`, `define`: the definitions of a key.

use index::FoundKey;
use replies::wa::success::ObjectsJudged;
use reply_kit::{ReplyBuilder, ReplyResult, Text};
use world_adapter::PlaysetPart;

use crate::LensTool;
use crate::body::DefinitionBody;
use crate::data::{ObjectData, ObjectsData, RuleData, ScriptKey};
use crate::view::{View, doubts, near_languages};

/// The most objects of one answer: few keys are in many databases.
const MAX_OBJECTS: usize = 20;
/// The most candidates of an object.
const MAX_CANDIDATES: usize = 50;

impl View<'_> {
    pub(crate) fn objects<'c>(
        &self,
        rb: ReplyBuilder<'c, LensTool>,
        key: &str,
        folder: &str,
        compare: bool,
    ) -> ReplyResult<'c> {
        let found = self.lens.object(key, &Self::filter(folder));
        if found.is_empty() {
            return Err(self.unknown(rb, key, folder));
        }
        Ok(self.answer(rb, ObjectsJudged, &self.to_data(&found, compare, Vec::new())))
    }

    /// The text of a key, and the languages that lack it.
    pub(crate) fn loc<'c>(
        &self,
        rb: ReplyBuilder<'c, LensTool>,
        key: &str,
        language: Option<String>,
    ) -> ReplyResult<'c> {
        let folder = Self::filter("localization");
        let languages = self.lens.groups_in(&folder);
        let language = language.map(|language| language.strip_prefix("l_").unwrap_or(&language).to_owned());
        if let Some(wrong) = &language
            && let Some(near) = near_languages(&languages, wrong)
        {
            return Err(self.world.not_in_playset(rb, PlaysetPart::Language, wrong, &near));
        }
        let mut found = self.lens.object(key, &folder);
        if found.is_empty() {
            return Err(self.unknown(rb, key, "localization"));
        }
        let has = |language: &String| found.iter().any(|found| found.group.as_ref() == Some(language));
        let missing = languages.iter().filter(|language| !has(language)).map(|language| Text::echo(language)).collect();
        found.retain(|found| language.is_none() || found.group == language);
        Ok(self.answer(rb, ObjectsJudged, &self.to_data(&found, false, missing)))
    }

    fn to_data(&self, found: &[FoundKey], compare: bool, missing_languages: Vec<Text>) -> ObjectsData {
        let objects = found.iter().take(MAX_OBJECTS).map(|found| self.object(found, compare)).collect();
        ObjectsData { objects, total: found.len(), missing_languages, looked_at: self.looked_at() }
    }

    fn object(&self, found: &FoundKey, compare: bool) -> ObjectData {
        let body = found.winner().and_then(|winner| DefinitionBody::read(self, found, winner));
        let (text, body_cut) =
            body.as_ref().and_then(|body| body.text(self)).map_or((None, false), |(text, is_cut)| (Some(text), is_cut));
        let game = if compare { self.game_body(found) } else { None };
        let diff = match (&body, &game) {
            (Some(body), Some(game)) => body.diff(self, game),
            _ => Vec::new(),
        };
        ObjectData {
            key: ScriptKey::new(&found.key),
            kind: found.kind.as_str().into(),
            database: Text::echo(&found.database),
            group: found.group.as_deref().map(ScriptKey::new),
            in_force: self.in_force(found),
            line: found.winner().map(|winner| winner.line),
            certainty: found.verdict.certainty.into(),
            doubts: doubts(&found.verdict.doubts),
            rule: RuleData::new(found.verdict.rule),
            remark: Some(found.ruling.row.remark).filter(|remark| !remark.is_empty()).map(Text::from),
            candidates: self.candidates(found, MAX_CANDIDATES),
            candidates_total: found.definitions.len(),
            body: text,
            body_cut,
            game_body: game.and_then(|game| game.text(self)).map(|(text, _)| text),
            diff,
        }
    }

    /// The game's last definition.
    fn game_body(&self, found: &FoundKey) -> Option<DefinitionBody> {
        let is_game = |file| !self.is_mod(self.lens.file(file).source());
        let last = found.definitions.iter().rfind(|definition| is_game(definition.file))?;
        DefinitionBody::read(self, found, last)
    }
}
