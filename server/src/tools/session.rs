//! `ck3_session`: the mode, the mods, the roots.

use replies::mcp::error::Overloaded;
use replies::mcp::invalid::ModeNotOffered;
use replies::mcp::success::{SessionInitialised, SessionStatus};
use reply_core::{Address, Id, Reply, ReplyBuilder, Terminal, Text};
use reply_macros::ReplyData;
use schemars::JsonSchema;
use serde::Deserialize;
use world_adapter::{Aliased, Mode, RootReport, RootState, SessionId, TOKEN_CAPACITY};

use super::Origin;
use crate::app::App;

pub(crate) const NAME: &str = "ck3_session";

pub(crate) const CODES: &[&str] =
    &["MCP-CFG-S-001", "MCP-CFG-S-002", "MCP-CFG-I-001", "MCP-CFG-I-002", "MCP-CFG-I-003"];

pub(crate) const DESCRIPTION: &str = "\
Start here. status tells the mode, the visible roots, the mods in load order and how many references are left; init chooses \
the mode: ck3lens for modding (game, mods, scratch space), ck3raven-dev for developing ck3raven itself.";

/// The arguments of `ck3_session`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SessionArgs {
    /// status or init.
    command: Command,
    /// For init: ck3lens or ck3raven-dev.
    #[schemars(with = "String")]
    mode: Option<String>,
    /// The session's handle, where the transport does not imply one.
    #[schemars(with = "String")]
    session: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Command {
    #[default]
    Status,
    Init,
}

/// The session as it is.
#[derive(Debug, ReplyData)]
pub(crate) struct SessionData {
    /// The session's handle.
    session: Id,
    /// The mode, or null.
    mode: Option<Text>,
    /// The modes that can be chosen here.
    modes: Vec<Text>,
    /// The playset, if one is loaded.
    playset: Option<Text>,
    /// The roots that are visible as a whole in this mode.
    visible_roots: Vec<Address>,
    /// Every root and whether it works.
    roots: Vec<RootReport>,
    /// The mods in load order; the last one wins.
    mods: Vec<ModData>,
    /// Mods that go by another name than their own.
    aliased: Vec<Aliased>,
    /// How many references can still be handed out.
    references_left: usize,
    /// True when fewer than a fifth are left: restart the server soon.
    references_low: bool,
}

#[derive(Debug, ReplyData)]
struct ModData {
    /// Its name, or the alias that tells it from a namesake.
    name: Text,
    /// Where it is, for `ck3_dir` and `ck3_file`.
    address: Option<Address>,
    state: RootState,
}

pub(crate) fn run<'c>(
    app: &App,
    rb: ReplyBuilder<'c>,
    args: &SessionArgs,
    origin: Origin,
) -> Result<Reply<'c>, Terminal<'c>> {
    match args.command {
        Command::Status => {
            let (rb, session) = app.session(rb, args.session.as_deref(), origin)?;
            Ok(rb.success(&app.voice, SessionStatus, &data(app, session)))
        }
        Command::Init => {
            let wanted = args.mode.as_deref().unwrap_or_default();
            let Some(mode) = Mode::from_name(wanted).filter(|mode| app.modes.contains(mode)) else {
                let offered = modes(app);
                return Err(rb.invalid(&app.voice, ModeNotOffered { mode: Text::echo(wanted), offered }));
            };
            let (rb, session) = begin(app, rb, args.session.as_deref(), origin)?;
            app.world.replace_session(session, |session| session.with_mode(Some(mode)));
            Ok(rb.success(&app.voice, SessionInitialised, &data(app, session)))
        }
    }
}

/// The session that is meant, or a new one where each agent has its own: what the operator configured, in a mode of its own.
fn begin<'c>(
    app: &App,
    rb: ReplyBuilder<'c>,
    handle: Option<&str>,
    origin: Origin,
) -> Result<(ReplyBuilder<'c>, SessionId), Terminal<'c>> {
    if handle.is_some() || origin == Origin::OneAgent {
        return app.session(rb, handle, origin);
    }
    let configured = app.world.session(app.world.default_session());
    match app.world.add_session((*configured).clone()) {
        Ok(session) => Ok((rb, session)),
        Err(_) => Err(rb.error(&app.voice, Overloaded)),
    }
}

fn modes(app: &App) -> Vec<Text> {
    app.modes.iter().map(|mode| mode.as_str().into()).collect()
}

fn data(app: &App, id: SessionId) -> SessionData {
    let session = app.world.session(id);
    let left = app.world.references_left();
    let mods = session.mods().iter().map(|found| ModData {
        name: Text::echo(found.key()),
        address: format!("mod:{}", found.key()).parse().ok(),
        state: found.state(),
    });
    SessionData {
        session: id.id(),
        mode: session.mode().map(|mode| mode.as_str().into()),
        modes: modes(app),
        playset: session.playset().map(Text::echo),
        visible_roots: app.world.visible_roots(id),
        roots: app.world.roots().roots,
        mods: mods.collect(),
        aliased: session.mods().aliased(),
        references_left: left,
        references_low: left * 5 < TOKEN_CAPACITY,
    }
}
