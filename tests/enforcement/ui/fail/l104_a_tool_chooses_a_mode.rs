//! Which modes an agent may choose is the operator's to say: no tool but the session tool puts a session into one.
use ck3_session::Sessions;
use world_adapter::{Mode, Session, SessionId};

fn widen(sessions: &Sessions, session: SessionId) {
    sessions.world().replace_session(session, |session: &Session| session.with_mode(Some(Mode::Ck3ravenDev)));
}

fn main() {}
