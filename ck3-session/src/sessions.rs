//! How a call finds its session.

use std::sync::Arc;

use replies::Mcp;
use replies::mcp::invalid::{SessionRequired, SessionUnknown};
use reply_kit::{CallContext, ReplyBuilder, SessionSource, Terminal, Text, Voice, code_set};
use world_adapter::{SessionId, WorldAdapter};

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
    voice: Arc<Voice<Mcp>>,
}

impl Sessions {
    /// The sessions of a world; what is wrong with a handle is the server's to say.
    pub fn new(world: Arc<WorldAdapter>, voice: impl Into<Arc<Voice<Mcp>>>) -> Self {
        Self { world, voice: voice.into() }
    }

    /// The session a call is about.
    pub fn find<'c, T: SessionCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        handle: Option<&str>,
        context: &CallContext,
    ) -> Result<(ReplyBuilder<'c, T>, SessionId), Terminal<'c>> {
        match (handle, context.session()) {
            (None, SessionSource::Implied) => Ok((rb, self.world.default_session())),
            (None, _) => Err(rb.invalid(&self.voice, SessionRequired)),
            (Some(handle), _) => rb.require_some(self.world.find_session(handle), |rb| {
                rb.invalid(&self.voice, SessionUnknown { session: Text::echo(handle) })
            }),
        }
    }

    /// The world they are sessions of.
    pub fn world(&self) -> &Arc<WorldAdapter> {
        &self.world
    }

    /// The server's voice.
    pub fn voice(&self) -> &Voice<Mcp> {
        &self.voice
    }
}
