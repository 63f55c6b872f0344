//! What the adapter found is answered as it is: a tool does not alter it first (L05).
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::{Existence, Page, SessionId, WorldAdapter};

fn tool<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, AnyCode>, session: SessionId) -> Result<Reply<'c>, Terminal<'c>> {
    let (rb, found) = world.resolve(rb, session, "root:game", Existence::Required)?;
    let (rb, mut listing) = world.list(rb, found.reference(), &Page::default())?;
    listing.total = 0;
    Ok(world.answer(rb, &listing))
}

fn main() {}
