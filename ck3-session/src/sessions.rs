//! How a call finds its session.

use std::sync::Arc;

use replies::Mcp;
use replies::mcp::invalid::{BadArguments, SessionRequired, SessionUnknown};
use reply_kit::{
    ArgumentProblem, CallContext, Declares, ReplyBuilder, SessionSource, SharedVoice, Step, Terminal, Text, Voice,
    code_set,
};
use world_adapter::{Mode, SessionAuthority, SessionId, TooManySessionsError, WorldAdapter};

use crate::playsets::{PlaysetData, Playsets};

/// The longest handle of a session.
pub const MAX_SESSION_LENGTH: usize = 64;

code_set! {
    /// What finding a session can answer.
    pub trait SessionCodes = SessionRequired, SessionUnknown;
}

/// The sessions of a world, as calls name them.
#[derive(Debug)]
pub struct Sessions {
    world: Arc<WorldAdapter>,
    authority: SessionAuthority,
    voice: Arc<Voice<Mcp>>,
    playsets: Option<Arc<dyn Playsets>>,
}

impl Sessions {
    /// The sessions of a world; the server reports an invalid handle. The authority is for the session tool, and no other tool
    /// gets at it.
    pub fn new(world: Arc<WorldAdapter>, authority: SessionAuthority, voice: impl SharedVoice<Mcp>) -> Self {
        Self { world, authority, voice: voice.into_shared(), playsets: None }
    }

    /// The same, with playsets that may change while the program runs.
    #[must_use]
    pub fn with_playsets(mut self, playsets: Option<Arc<dyn Playsets>>) -> Self {
        self.playsets = playsets;
        self
    }

    /// Updates the sessions with what the operator changed on disk (L52).
    fn refresh(&self) {
        if let Some(playsets) = &self.playsets {
            playsets.refresh(&self.world);
        }
    }

    /// Selects a playset for a session; false if it is not offered.
    pub(crate) fn select_playset(&self, session: SessionId, name: &str) -> bool {
        self.playsets.as_ref().is_some_and(|playsets| playsets.select(&self.world, session, name))
    }

    /// Puts a session into a mode; the very next call sees it.
    pub(crate) fn choose_mode(&self, session: SessionId, mode: Mode) {
        self.world.replace_session(&self.authority, session, |session| session.with_mode(Some(mode)));
    }

    /// Adds a session like the one that the operator configured, as it is now.
    pub(crate) fn add(&self) -> Result<SessionId, TooManySessionsError> {
        self.refresh();
        let configured = self.world.session(self.world.default_session());
        self.world.add_session(&self.authority, (*configured).clone())
    }

    pub(crate) fn offered_playsets(&self) -> Vec<PlaysetData> {
        self.playsets.as_ref().map(|playsets| playsets.offered()).unwrap_or_default()
    }

    pub(crate) fn playset_notes(&self) -> Vec<Text> {
        self.playsets.as_ref().map(|playsets| playsets.notes()).unwrap_or_default()
    }

    /// The session of a call, with the current mods of the operator's playset.
    pub fn find<'c, T: SessionCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        handle: Option<&str>,
        context: &CallContext,
    ) -> Step<'c, T, SessionId> {
        self.refresh();
        let (rb, session) = match (handle, context.session()) {
            (None, SessionSource::Implied) => (rb, self.world.default_session()),
            (None, _) => return Err(rb.invalid(&self.voice, SessionRequired)),
            (Some(handle), _) => rb.require_some(self.world.find_session(handle), |rb| {
                rb.invalid(&self.voice, SessionUnknown { session: Text::echo(handle) })
            })?,
        };
        context.label_session(session.label());
        Ok((rb, session))
    }

    /// Ends a call: an argument is invalid in a way that only its tool can see.
    pub fn bad_argument<'c, T: Declares<BadArguments>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        field: &'static str,
        problem: &str,
        expected: &str,
    ) -> Terminal<'c> {
        let problem =
            ArgumentProblem { field: field.into(), problem: Text::echo(problem), expected: Text::echo(expected) };
        rb.invalid(&self.voice, BadArguments { problems: vec![problem] })
    }

    /// The world of the sessions.
    pub fn world(&self) -> &Arc<WorldAdapter> {
        &self.world
    }

    /// The server's voice.
    pub fn voice(&self) -> &Voice<Mcp> {
        &self.voice
    }
}
