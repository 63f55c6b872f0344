//! L41: the twin that compiles: content comes through the adapter.
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::{Part, ReadLimit, VisibilityRef, WorldAdapter};

fn read<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, AnyCode>, reference: &VisibilityRef) -> Result<Reply<'c>, Terminal<'c>> {
    let (rb, text) = world.read(rb, reference, Part::Whole, ReadLimit::default())?;
    Ok(world.answer(rb, &text))
}

fn main() {
    let _ = read;
}
