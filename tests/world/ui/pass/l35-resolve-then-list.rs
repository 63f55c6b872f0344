//! L35, L47: the twin that compiles: resolve, return what is terminal, go on through the reference.
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::{Existence, Page, SessionId, WorldAdapter};

fn tool<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, AnyCode>, session: SessionId) -> Result<Reply<'c>, Terminal<'c>> {
    let (rb, found) = world.resolve(rb, session, "root:game", Existence::Required)?;
    let (rb, listing) = world.list(rb, found.reference(), &Page::default())?;
    Ok(world.answer(rb, &listing))
}

fn main() {
    let _ = tool;
}
