//! L61: the twin that compiles: each step takes the proof of the one before it.
use reply_core::ReplyBuilder;
use world_adapter::{Authority, Changed, Resolved, Unfinished, WorldAdapter, Write};

fn write<'c>(
    world: &WorldAdapter,
    authority: &Authority,
    rb: ReplyBuilder<'c>,
    target: Resolved,
) -> Result<(ReplyBuilder<'c>, Changed), Unfinished<'c>> {
    let permit = authority.authorize(target, Write::new("content"));
    let (rb, ready) = world.prepare_write(rb, permit)?;
    ready.commit(rb)
}

fn main() {
    let _ = write;
}
