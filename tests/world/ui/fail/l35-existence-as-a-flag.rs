//! L35: whether the target must exist is said in words.
use reply_core::{ReplyBuilder, Terminal};
use world_adapter::{Resolved, SessionId, WorldAdapter};

fn find<'c>(
    world: &WorldAdapter,
    rb: ReplyBuilder<'c>,
    session: SessionId,
) -> Result<(ReplyBuilder<'c>, Resolved), Terminal<'c>> {
    world.resolve(rb, session, "root:game", true)
}

fn main() {}
