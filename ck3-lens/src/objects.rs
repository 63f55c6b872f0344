//! `object`, `loc`, `define`: the definitions of a key.

use index::{Found, KeyFilter};
use reply_kit::{ReplyBuilder, ReplyResult, Text};

use crate::LensTool;
use crate::body::Body;
use crate::data::{ObjectData, ObjectsData, RuleData, ScriptKey};
use crate::view::{View, doubts};

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
        group: Option<String>,
        compare: bool,
    ) -> ReplyResult<'c> {
        let found = self.lens.object(key, &KeyFilter { group, ..Self::filter(folder) });
        if found.is_empty() {
            return Err(self.unknown(rb, key, folder));
        }
        let objects = found.iter().take(MAX_OBJECTS).map(|found| self.object(found, compare)).collect();
        Ok(self.world.answer(rb, &ObjectsData { objects, total: found.len(), looked_at: self.looked_at() }))
    }

    fn object(&self, found: &Found, compare: bool) -> ObjectData {
        let body = found.winner().and_then(|winner| Body::read(self, found, winner));
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
            remark: Some(found.row.remark).filter(|remark| !remark.is_empty()).map(Text::from),
            candidates: self.candidates(found, MAX_CANDIDATES),
            candidates_total: found.definitions.len(),
            body: text,
            body_cut,
            game_body: game.and_then(|game| game.text(self)).map(|(text, _)| text),
            diff,
        }
    }

    /// The game's last definition.
    fn game_body(&self, found: &Found) -> Option<Body> {
        let is_game = |file| !self.is_mod(self.lens.file(file).source());
        let last = found.definitions.iter().rfind(|definition| is_game(definition.file))?;
        Body::read(self, found, last)
    }
}
