//! What a session sees is the operator's to say: a tool holds a world, and opens no folder of the host with it.
use ck3_session::Sessions;
use world_adapter::{Session, SessionConfig};

fn widen(sessions: &Sessions) -> Session {
    let (session, _) = sessions.world().load_session(SessionConfig::new().with_mod("Mine", "/etc"));
    session
}

fn main() {}
