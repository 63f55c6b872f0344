//! What an agent is told of a session.

use reply_kit::{Address, Id, ReplyData, Text};
use world_adapter::{Aliased, LogName, RootReport, RootState, SessionId, WorldAdapter};

/// The session as it is.
#[derive(Debug, ReplyData)]
pub struct SessionData {
    /// The session's handle.
    pub session: Id,
    /// The mode, or null.
    pub mode: Option<Text>,
    /// The modes that can be chosen here.
    pub modes: Vec<Text>,
    /// The playset, if one is loaded.
    pub playset: Option<Text>,
    /// The roots that are visible as a whole in this mode.
    pub visible_roots: Vec<Address>,
    /// The same roots, and whether each works.
    pub roots: Vec<RootReport>,
    /// The mods in load order; the last one wins.
    pub mods: Vec<ModData>,
    /// Mods that go by another name than their own.
    pub aliased: Vec<Aliased>,
    /// How the game's logs are read: no address names them.
    pub logs: LogsData,
}

/// How the game's logs are read, whether or not there are any.
#[derive(Debug, ReplyData)]
pub struct LogsData {
    /// The tool.
    pub tool: Text,
    /// What it takes as `log`.
    pub log: Vec<LogName>,
}

/// A mod of the session.
#[derive(Debug, ReplyData)]
pub struct ModData {
    /// Its name, or the alias that tells it from a namesake.
    pub name: Text,
    /// Where it is, for `ck3_dir` and `ck3_read`.
    pub address: Option<Address>,
    /// Whether it works, and if not why.
    pub state: RootState,
    /// Where it lies, for display: `local_mod` is the person's own, `workshop` is never changed.
    pub ui_hint_domain: Option<Text>,
}

impl SessionData {
    pub(crate) fn of(world: &WorldAdapter, id: SessionId, offered: Vec<Text>) -> Self {
        let session = world.session(id);
        let mods = session.mods().iter().map(|found| ModData {
            name: Text::echo(found.key()),
            address: format!("mod:{}", found.key()).parse().ok(),
            state: found.state(),
            ui_hint_domain: session.ui_hint_domain(found),
        });
        Self {
            session: id.id(),
            mode: session.mode().map(|mode| mode.as_str().into()),
            modes: offered,
            playset: session.playset().map(Text::echo),
            visible_roots: world.visible_roots(id),
            roots: world.roots_seen(id),
            mods: mods.collect(),
            aliased: session.mods().aliased(),
            logs: LogsData { tool: "ck3_log".into(), log: LogName::ALL.to_vec() },
        }
    }
}
