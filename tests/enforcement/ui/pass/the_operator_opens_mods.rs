//! What configures the world has WA's voice, and opens the mods that the operator names.
use replies::Wa;
use reply_kit::Voice;
use world_adapter::{Mode, Session, SessionAuthority, SessionConfig, SessionId, WorldAdapter};

fn open(voice: &Voice<Wa>, world: &WorldAdapter) -> Session {
    let (session, _) = world.load_session(&SessionAuthority::of(voice), SessionConfig::new().with_mod("Mine", "/mods/mine"));
    session
}

fn choose(right: &SessionAuthority, world: &WorldAdapter, session: SessionId) {
    world.replace_session(right, session, |session| session.with_mode(Some(Mode::Ck3ravenDev)));
}

fn main() {
    let _ = (open, choose);
}
