//! `ck3_session`: what a session is, and choosing its mode and playset.

use std::sync::Arc;

use replies::mcp::error::Overloaded;
use replies::mcp::invalid::{ModeNotOffered, PlaysetNotOffered, SessionRequired, SessionUnknown};
use replies::mcp::success::{PlaysetSelected, SessionInitialised, SessionStatus};
use reply_kit::{Arguments, CallContext, Effect, ReplyBuilder, ReplyResult, SessionSource, Text, Tool, codes};
use world_adapter::{Mode, SessionId};

use crate::data::ModPage;
use crate::data::SessionData;
use crate::playsets::MAX_LISTED_PLAYSETS;
use crate::sessions::{MAX_SESSION_LENGTH, Sessions};

/// The tool.
#[derive(Debug)]
pub struct SessionTool {
    sessions: Arc<Sessions>,
    /// The modes that an agent may choose.
    modes: Vec<Mode>,
}

impl SessionTool {
    /// The tool, with the modes that the operator allows.
    pub fn new(sessions: Arc<Sessions>, modes: Vec<Mode>) -> Self {
        Self { sessions, modes }
    }
}

/// The arguments of `ck3_session`.
#[derive(Debug, Arguments)]
pub struct SessionArguments {
    #[arg(flatten)]
    command: SessionCommand,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    session: Option<String>,
}

/// What `ck3_session` does.
#[derive(Debug, Arguments)]
enum SessionCommand {
    /// The session as it is.
    #[default]
    Status {
        /// The most mods in one answer.
        #[arg(min = 1, max = 1_000, default = "200")]
        limit: Option<u32>,
        /// Continue after this mod: the `after` of an answer that was truncated.
        #[arg(max_length = 4_096)]
        after: Option<String>,
    },
    /// Choose the mode.
    Init {
        /// ck3lens or ck3raven-dev.
        #[arg(max_length = 64, shown)]
        mode: String,
    },
    /// Select one of `playsets` for this session.
    Playset {
        /// Its name, as status lists it.
        #[arg(max_length = 1_024, shown)]
        playset: String,
    },
}

/// How many mods an answer lists by default: few enough for a model's context.
const DEFAULT_MODS: u32 = 200;

codes!(SessionTool {
    SessionStatus => SessionData,
    SessionInitialised => SessionData,
    PlaysetSelected => SessionData;
    ModeNotOffered, PlaysetNotOffered, SessionRequired, SessionUnknown, Overloaded,
});

impl Tool for SessionTool {
    const NAME: &'static str = "ck3_session";
    const TITLE: &'static str = "Session";
    const DESCRIPTION: &'static str = "\
Start here: the mode, the visible roots, the playset and its mods in load order. Modes: ck3lens for modding (game, mods, \
scratch space), ck3raven-dev for developing ck3raven itself.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = SessionArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: SessionArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let handle = arguments.session.as_deref();
        match arguments.command {
            SessionCommand::Status { limit, after } => {
                let (rb, session) = self.sessions.find(rb, handle, context)?;
                let page = ModPage { limit: limit.unwrap_or(DEFAULT_MODS) as usize, after };
                let data = SessionData::of(&self.sessions, session, self.modes(), &page);
                Ok(rb.success(self.sessions.voice(), SessionStatus, &data))
            }
            SessionCommand::Init { mode } => {
                let wanted = Mode::from_name(&mode).filter(|mode| self.modes.contains(mode));
                let (rb, wanted) = rb.require_some(wanted, |rb| {
                    let offered = self.modes();
                    rb.invalid(self.sessions.voice(), ModeNotOffered { mode: Text::echo(&mode), offered })
                })?;
                let (rb, session) = self.begin(rb, handle, context)?;
                self.sessions.choose_mode(session, wanted);
                Ok(rb.success(self.sessions.voice(), SessionInitialised, &self.data(session)))
            }
            SessionCommand::Playset { playset } => {
                let (rb, session) = self.sessions.find(rb, handle, context)?;
                if self.sessions.select_playset(session, &playset) {
                    return Ok(rb.success(self.sessions.voice(), PlaysetSelected, &self.data(session)));
                }
                Err(rb.invalid(self.sessions.voice(), self.not_offered(&playset)))
            }
        }
    }
}

impl SessionTool {
    /// The session of the call, or a new one where each agent has its own: configured by the operator, with its own mode.
    fn begin<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        handle: Option<&str>,
        context: &CallContext,
    ) -> Result<(ReplyBuilder<'c, Self>, SessionId), reply_kit::Terminal<'c>> {
        if handle.is_some() || context.session() == SessionSource::Implied {
            return self.sessions.find(rb, handle, context);
        }
        let (rb, session) =
            rb.require(self.sessions.add(), |rb, _too_many| rb.error(self.sessions.voice(), Overloaded))?;
        context.label_session(session.label());
        Ok((rb, session))
    }

    fn modes(&self) -> Vec<Text> {
        self.modes.iter().map(|mode| mode.as_str().into()).collect()
    }

    fn not_offered(&self, wanted: &str) -> PlaysetNotOffered {
        let offered = self.sessions.offered_playsets();
        PlaysetNotOffered {
            playset: Text::echo(wanted),
            unlisted: offered.len().saturating_sub(MAX_LISTED_PLAYSETS) as u64,
            offered: offered.iter().take(MAX_LISTED_PLAYSETS).map(|playset| playset.name.clone()).collect(),
        }
    }

    fn data(&self, session: SessionId) -> SessionData {
        let page = ModPage { limit: DEFAULT_MODS as usize, after: None };
        SessionData::of(&self.sessions, session, self.modes(), &page)
    }
}
