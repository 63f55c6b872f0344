//! The tool `ck3_lens`: what is in force in a playset, who overrides whom, and how certain that is.
//!
//! **Invariant:** it changes nothing, stores no list and no order of mods (L90), and knows no rule of its own: the crate `lens` decides,
//! `index` finds, the adapter reads. Resolve the session's sources, look at them as they are now (L92), answer.
//!
//! Start reading at `run` of [`LensTool`].
#![forbid(unsafe_code)]

mod arguments;
mod body;
mod conflicts;
mod data;
mod files;
mod objects;
mod on_action;
mod patch;
mod sources;
mod view;
mod what_if;

use std::sync::Arc;
use std::time::Duration;

use ck3_session::Sessions;
use index::{Building, Index, Scope};
use replies::mcp::invalid::{IndexBuilding, SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{ModeNotInitialised, ObjectUnknown, PathNotFound};
use replies::wa::success::{ConflictsListed, FilesJudged, ObjectsJudged, OnActionMerged, PatchPlaced};
use reply_kit::{CallContext, Effect, ReplyBuilder, ReplyResult, Step, Tool, codes};
use world_adapter::{Existence, SessionId, WorldAdapter};

pub use arguments::{LensArguments, LensCommand};
use arguments::{ListPart, game_path};
pub use data::{
    CandidateData, CertaintyWord, ConflictData, ConflictsData, DiffChange, DiffPart, FileConflict, FilesData, LookedAt,
    ObjectData, ObjectsData, OnActionData, OnActionPart, OutcomeWord, PatchData, PatchesData, RuleData, ScriptKey,
};
pub use sources::SessionSources;
use view::View;

/// The tool.
#[derive(Debug)]
pub struct LensTool {
    sessions: Arc<Sessions>,
    index: Index,
    /// How long a call waits for the index.
    wait: Duration,
}

codes!(LensTool {
    ObjectsJudged => ObjectsData,
    FilesJudged => FilesData,
    ConflictsListed => ConflictsData,
    OnActionMerged => OnActionData,
    PatchPlaced => PatchesData;
    ObjectUnknown, IndexBuilding, PathNotFound, ModeNotInitialised, ReadFailed, VisibilityCapacityExceeded,
    SessionRequired, SessionUnknown,
});

impl Tool for LensTool {
    const NAME: &'static str = "ck3_lens";
    const TITLE: &'static str = "What is in force";
    const DESCRIPTION: &'static str = "\
What is in force in the session's playset, by the game's rules, each answer with rule and certainty. object: which definition of a key \
counts, who else defines it, its body; file: who provides a path; conflicts: what mods fight over; order: files of a folder as \
loaded; vanished: keys lost to replaced files; loc, define, on_action: merged values; patch: where a new definition must lie to win; \
what_if: whose winner changes if a mod moves or goes.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = LensArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: LensArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.sessions.find(rb, arguments.session.as_deref(), context)?;
        let command = arguments.command;
        let (rb, view) = self.look(rb, session, &scope(&command))?;
        let folder = game_path(command.folder()).to_owned();
        match command {
            LensCommand::Object { key, compare, .. } => view.objects(rb, &key, &folder, None, compare == Some(true)),
            LensCommand::Loc { key, language } => view.objects(rb, &key, &folder, language, false),
            LensCommand::Define { key } => view.objects(rb, &key, &folder, None, false),
            LensCommand::File { path } => Ok(view.provider(rb, game_path(&path))),
            LensCommand::Order { limit, after, .. } => Ok(view.order(rb, &folder, &ListPart::new(limit, after))),
            LensCommand::Conflicts { source, other, limit, after, .. } => {
                let (rb, source) = self.source(rb, session, &view, source.as_deref())?;
                let (rb, other) = self.source(rb, session, &view, other.as_deref())?;
                Ok(view.conflicts(rb, &folder, (source, other), &ListPart::new(limit, after)))
            }
            LensCommand::Vanished { source, limit, after, .. } => {
                let (rb, source) = self.source(rb, session, &view, source.as_deref())?;
                Ok(view.vanished(rb, &folder, source, &ListPart::new(limit, after)))
            }
            LensCommand::OnAction { key } => view.on_action(rb, &key),
            LensCommand::Patch { key, source, .. } => {
                let (rb, source) = self.one_mod(rb, session, &view, &source)?;
                view.patch(rb, &key, &folder, source)
            }
            LensCommand::WhatIf { source, position, limit, after, .. } => {
                let (rb, source) = self.one_mod(rb, session, &view, &source)?;
                Ok(view.what_if(rb, &folder, (source, position), &ListPart::new(limit, after)))
            }
        }
    }
}

/// How much of the playset a question is about.
fn scope(command: &LensCommand) -> Scope {
    match command {
        LensCommand::File { path } => {
            let folder = game_path(path).rsplit_once('/').map_or("", |(folder, _)| folder);
            Scope::Folder(folder.to_owned())
        }
        command => Scope::below(game_path(command.folder())),
    }
}

impl LensTool {
    /// The tool on an index, for which a call waits at most so long.
    pub fn new(sessions: Arc<Sessions>, index: Index, wait: Duration) -> Self {
        Self { sessions, index, wait }
    }

    fn world(&self) -> &WorldAdapter {
        self.sessions.world()
    }

    /// Looks at the session's sources as they are now.
    fn look<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        session: SessionId,
        scope: &Scope,
    ) -> Result<(ReplyBuilder<'c, Self>, View<'_>), reply_kit::Terminal<'c>> {
        let (rb, sources) = self.world().sources(rb, session)?;
        let sources = Arc::new(SessionSources::new(sources));
        let cancellation = rb.cancellation();
        match self.index.lens(&sources, scope, self.wait, &|| cancellation.is_cancelled()) {
            Ok(lens) => Ok((rb, View::new(self.world(), lens))),
            Err(building) => Err(rb.invalid(self.sessions.voice(), self.building(building))),
        }
    }

    /// How far the index is, and when it will be ready at this rate.
    fn building(&self, building: Building) -> IndexBuilding {
        let Building { done, total } = building;
        let waited = u64::try_from(self.wait.as_millis()).unwrap_or(u64::MAX);
        let left = total.saturating_sub(done) as u64;
        let retry_after_ms = waited.saturating_mul(left).checked_div(done as u64).unwrap_or(1_000).clamp(200, 30_000);
        IndexBuilding { done: done as u64, total: total as u64, retry_after_ms }
    }

    /// The source that an agent names, if it names one; another name is one that is not visible.
    fn source<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        session: SessionId,
        view: &View<'_>,
        name: Option<&str>,
    ) -> Step<'c, Self, Option<usize>> {
        match name {
            None => Ok((rb, None)),
            Some("game" | "root:game") => Ok((rb, view.sources().find("game"))),
            Some(name) => self.one_mod(rb, session, view, name).map(|(rb, source)| (rb, Some(source))),
        }
    }

    fn one_mod<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        session: SessionId,
        view: &View<'_>,
        name: &str,
    ) -> Step<'c, Self, usize> {
        if let Some(source) = view.sources().find(name).filter(|source| view.is_mod(*source)) {
            return Ok((rb, source));
        }
        // L38: what is not there and what is not visible are the same answer, which the adapter gives.
        let address = if name.contains(':') { name.to_owned() } else { format!("mod:{name}") };
        let (rb, _) = self.world().resolve(rb, session, &address, Existence::Required)?;
        Err(view.unknown(rb, name, ""))
    }
}
