//! L35, L47: a terminal reply takes the builder with it; there is nothing to go on with.
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::{Existence, SessionId, WorldAdapter};

fn tool<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, AnyCode>, session: SessionId) -> Result<Reply<'c>, Terminal<'c>> {
    if world.resolve(rb, session, "root:repo/x", Existence::Required).is_err() {
        let (rb, found) = world.resolve(rb, session, "root:game/x", Existence::Required)?;
        return Ok(world.answer(rb, &found.data()));
    }
    unreachable!()
}

fn main() {}
