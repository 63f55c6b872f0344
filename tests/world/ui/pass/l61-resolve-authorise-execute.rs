//! L61: the twin that compiles: each step takes the proof of the one before it, and the first is enforcement's voice.
use replies::En;
use reply_kit::{AnyCode, ReplyBuilder, Voice};
use world_adapter::{Authority, Changed, Resolved, Unfinished, WorldAdapter, Write};

fn write<'c>(
    world: &WorldAdapter,
    enforcement: &Voice<En>,
    rb: ReplyBuilder<'c, AnyCode>,
    target: Resolved,
) -> Result<(ReplyBuilder<'c, AnyCode>, Changed), Unfinished<'c, AnyCode>> {
    let permit = Authority::of(enforcement).authorize(target, Write::new("content"));
    let (rb, ready) = world.prepare_write(rb, permit)?;
    ready.commit(rb)
}

fn main() {
    let _ = write;
}
