//! `ck3_lens`: one question about what is in force, over the session's sources.

use std::sync::Arc;
use std::time::Duration;

use ck3_session::Sessions;
use index::{Index, Scope};
use replies::mcp::invalid::{BadArguments, IndexBuilding, SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{ModeNotInitialised, NotInPlayset, ObjectUnknown, PathNotFound};
use replies::wa::success::{ConflictsListed, FilesJudged, ObjectsJudged, OnActionMerged, PatchPlaced};
use reply_kit::{CallContext, Effect, ReplyBuilder, ReplyResult, Step, Tool, codes};
use world_adapter::{Existence, PlaysetPart, SessionId, WorldAdapter};

use crate::arguments::{LensArguments, LensCommand, ListArguments};
use crate::arguments::{ListPart, without_root};
use crate::cursor::parse_cursor;
use crate::data::{ConflictsData, FilesData, ObjectsData, OnActionData, PatchesData};
use crate::folders::NearFolders;
use crate::playset_index::PlaysetIndex;
use crate::view::View;

/// The tool.
#[derive(Debug)]
pub struct LensTool {
    playsets: PlaysetIndex,
}

codes!(LensTool {
    ObjectsJudged => ObjectsData,
    FilesJudged => FilesData,
    ConflictsListed => ConflictsData,
    OnActionMerged => OnActionData,
    PatchPlaced => PatchesData;
    BadArguments, ObjectUnknown, NotInPlayset, IndexBuilding, PathNotFound, ModeNotInitialised, ReadFailed, VisibilityCapacityExceeded,
    SessionRequired, SessionUnknown,
});

impl Tool for LensTool {
    const NAME: &'static str = "ck3_lens";
    const TITLE: &'static str = "What is in force";
    const DESCRIPTION: &'static str = "\
What is in force in the session's playset, by the game's rules, each answer with rule and certainty. object: which definition of a key \
counts, who else defines it, its body; file: which source provides a path; conflicts: keys and files that several mods define; \
order: files of a folder as loaded; vanished: keys lost to replaced files; loc, define, on_action: merged values; patch: where a \
new definition must lie to win; what_if: whose winner changes if a mod moves or goes.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = LensArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: LensArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.sessions().find(rb, arguments.session.as_deref(), context)?;
        let command = arguments.command;
        let (rb, view) = self.open_lens(rb, session, &command)?;
        let folder = without_root(command.folder()).to_owned();
        match command {
            LensCommand::Object { key, compare, .. } => view.objects(rb, &key, &folder, compare == Some(true)),
            LensCommand::Loc { key, language } => view.loc(rb, &key, language),
            LensCommand::Define { key } => view.objects(rb, &key, &folder, false),
            LensCommand::File { path } => view.provider(rb, without_root(&path)),
            LensCommand::Order { part, .. } => {
                let (rb, part) = self.part(rb, part, |_| true)?;
                Ok(view.order(rb, &folder, &part))
            }
            LensCommand::Conflicts { source, other, part, .. } => {
                let (rb, source) = self.source(rb, session, &view, source.as_deref())?;
                let (rb, other) = self.source(rb, session, &view, other.as_deref())?;
                if source.is_some() && source == other {
                    let expected = "another mod, or game";
                    return Err(self.sessions().bad_argument(rb, "other", "is the same as source", expected));
                }
                let (rb, part) = self.part(rb, part, is_of_keys)?;
                Ok(view.conflicts(rb, &folder, (source, other), &part))
            }
            LensCommand::Vanished { source, part, .. } => {
                let (rb, source) = self.source(rb, session, &view, source.as_deref())?;
                let (rb, part) = self.part(rb, part, is_of_keys)?;
                Ok(view.vanished(rb, &folder, source, &part))
            }
            LensCommand::OnAction { key } => view.on_action(rb, &key),
            LensCommand::Patch { key, source, .. } => {
                let (rb, source) = self.one_mod(rb, session, &view, &source)?;
                view.patch(rb, &key, &folder, source)
            }
            LensCommand::WhatIf { source, position, part, .. } => {
                let (rb, source) = self.one_mod(rb, session, &view, &source)?;
                let mods = view.mods();
                if position.is_some_and(|position| position as usize > mods) {
                    let expected = format!("1 to {mods}, or nothing to drop the mod");
                    return Err(self.sessions().bad_argument(rb, "position", "is after the last mod", &expected));
                }
                let (rb, part) = self.part(rb, part, is_of_keys)?;
                Ok(view.what_if(rb, &folder, (source, position), &part))
            }
        }
    }
}

/// Whether a cursor is that of a list of keys.
fn is_of_keys(after: &str) -> bool {
    after.matches('|').count() >= 3
}

/// The scope of a question.
fn scope(command: &LensCommand) -> Scope {
    match command {
        LensCommand::File { path } => Scope::File(without_root(path).to_owned()),
        command => Scope::below(without_root(command.folder())),
    }
}

impl LensTool {
    /// The tool on an index, for which a call waits at most this long.
    pub fn new(sessions: Arc<Sessions>, index: Index, wait: Duration) -> Self {
        Self { playsets: PlaysetIndex::new(sessions, index, wait) }
    }

    fn sessions(&self) -> &Sessions {
        self.playsets.sessions()
    }

    fn world(&self) -> &WorldAdapter {
        self.playsets.world()
    }

    /// Scans the session's current sources. A folder that no source has is reported, not treated as empty (L105).
    fn open_lens<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        session: SessionId,
        command: &LensCommand,
    ) -> Step<'c, Self, View<'_>> {
        let (rb, lens) = self.playsets.open_lens(rb, session, &scope(command))?;
        let view = View { world: self.world(), lens, cancellation: rb.cancellation() };
        let folder = without_root(command.folder());
        if !folder.is_empty() && view.lens.is_empty() {
            let found = NearFolders::find(view.sources().as_world_sources(), folder);
            if !found.exists {
                return Err(self.world().not_in_playset(rb, PlaysetPart::Folder, folder, &found.nearest));
            }
        }
        Ok((rb, view))
    }

    /// A page of a list; the cursor must come from such a list.
    fn part<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        ListArguments { limit, after }: ListArguments,
        is_of_list: impl Fn(&str) -> bool,
    ) -> Step<'c, Self, ListPart> {
        let limit = limit.unwrap_or(50) as usize;
        let Some(after) = after else { return Ok((rb, ListPart { limit, after: None })) };
        let after = parse_cursor(&after).filter(|after| is_of_list(after));
        let (rb, after) = rb.require_some(after, |rb| {
            self.sessions().bad_argument(rb, "after", "is not of this list", "the after of an earlier answer")
        })?;
        Ok((rb, ListPart { limit, after: Some(after) }))
    }

    /// The source that an agent names, if any; an unknown name gets the answer for what is not visible.
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
        // L38: absent and hidden sources get the same answer, which the adapter gives.
        let address = if name.contains(':') { name.to_owned() } else { format!("mod:{name}") };
        let (rb, _) = self.world().resolve(rb, session, &address, Existence::Required)?;
        Err(view.unknown(rb, name, ""))
    }
}
