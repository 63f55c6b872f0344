//! Reply data of `ck3_session`.

use reply_kit::{Address, Id, ReplyData, Text, visible};
use world_adapter::{AliasedMod, LogName, PlaysetSource, RootReport, RootState, Session, SessionId, UnusedReason};

use crate::playsets::{MAX_LISTED_PLAYSETS, PlaysetData};
use crate::sessions::Sessions;

/// The most mods that a playset names and does not use, in one answer.
const MAX_UNUSED: usize = 50;

/// The session as it is.
#[derive(Debug, ReplyData)]
pub struct SessionData {
    /// The session's handle.
    pub session: Id,
    /// The mode, or null.
    pub mode: Option<Text>,
    /// The modes that can be chosen here.
    pub modes: Vec<Text>,
    /// The playset's name, if it has one.
    pub playset: Option<Text>,
    /// What it was read from.
    pub playset_source: PlaysetSource,
    /// What is wrong with it.
    pub playset_notes: Vec<Text>,
    /// The playsets that can be selected here.
    pub playsets: Vec<PlaysetData>,
    /// How many of them are not listed.
    pub playsets_unlisted: usize,
    /// The roots that are visible as a whole in this mode.
    pub visible_roots: Vec<Address>,
    /// The same roots, and whether each works.
    pub roots: Vec<RootReport>,
    /// The mods in load order; the last one wins.
    pub mods: Vec<ModData>,
    /// How many mods the session has.
    pub mods_total: usize,
    /// Mods listed here that go by another name than their own.
    pub aliased: Vec<AliasedMod>,
    /// Mods that the playset names and that cannot be used, and why.
    pub unused: Vec<UnusedData>,
    /// How many of them are not listed.
    pub unused_unlisted: usize,
    /// Whether mods were cut off.
    pub truncated: bool,
    /// Where to go on.
    pub after: Option<Address>,
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

/// A mod that the playset names and that the session does not have.
#[derive(Debug, ReplyData)]
pub struct UnusedData {
    /// What the playset calls it.
    pub name: Text,
    /// Why it cannot be used.
    pub reason: UnusedReason,
}

/// A page of the mods: at most `limit`, after a given one.
#[derive(Debug)]
pub(crate) struct ModPage {
    pub(crate) limit: usize,
    pub(crate) after: Option<String>,
}

impl SessionData {
    pub(crate) fn of(sessions: &Sessions, id: SessionId, modes: Vec<Text>, page: &ModPage) -> Self {
        let world = sessions.world();
        let session = world.session(id);
        let all: Vec<_> = session.mods().iter().collect();
        let is_last = |key: &str| page.after.as_deref().is_some_and(|after| key_of(after) == key);
        let first = all.iter().position(|found| is_last(found.key())).map_or(0, |at| at + 1);
        let told = all.get(first..).unwrap_or_default();
        let told = told.get(..page.limit).unwrap_or(told);
        let truncated = first + told.len() < all.len();
        let offered = sessions.offered_playsets();
        let unused = session.unused().iter().take(MAX_UNUSED);
        Self {
            session: id.id(),
            mode: session.mode().map(|mode| mode.as_str().into()),
            modes,
            playset: session.playset().map(Text::echo),
            playset_source: session.playset_source(),
            playset_notes: sessions.playset_notes(),
            playsets_unlisted: offered.len().saturating_sub(MAX_LISTED_PLAYSETS),
            playsets: offered.into_iter().take(MAX_LISTED_PLAYSETS).collect(),
            visible_roots: world.visible_roots(id),
            roots: world.roots_seen(id),
            mods: told.iter().map(|found| mod_data(&session, found)).collect(),
            mods_total: all.len(),
            aliased: told.iter().filter_map(|found| found.aliased()).collect(),
            unused: unused
                .map(|unused| UnusedData { name: Text::echo(&visible(&unused.name)), reason: unused.reason })
                .collect(),
            unused_unlisted: session.unused().len().saturating_sub(MAX_UNUSED),
            truncated,
            after: told.last().filter(|_| truncated).and_then(|found| address(found)),
            logs: LogsData { tool: "ck3_log".into(), log: LogName::ALL.to_vec() },
        }
    }
}

fn mod_data(session: &Session, found: &world_adapter::Mod) -> ModData {
    ModData {
        name: Text::echo(found.key()),
        address: address(found),
        state: found.state(),
        ui_hint_domain: session.ui_hint_domain(found),
    }
}

fn address(found: &world_adapter::Mod) -> Option<Address> {
    format!("mod:{}", found.key()).parse().ok()
}

/// The key in a mod's address, with or without a trailing slash.
fn key_of(address: &str) -> &str {
    let address = address.strip_prefix("mod:").unwrap_or(address);
    address.strip_suffix('/').unwrap_or(address)
}
