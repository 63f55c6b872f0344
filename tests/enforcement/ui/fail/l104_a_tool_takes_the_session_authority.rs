//! The right to change sessions takes WA's voice, and what finds the session of a call keeps its own.
use ck3_session::Sessions;
use world_adapter::{Mode, SessionAuthority, SessionId};

fn widen(sessions: &Sessions, session: SessionId) {
    let right = SessionAuthority::of(sessions.voice());
    sessions.world().replace_session(&right, session, |session| session.with_mode(Some(Mode::Ck3ravenDev)));
}

fn main() {}
