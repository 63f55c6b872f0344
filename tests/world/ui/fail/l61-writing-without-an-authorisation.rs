//! L61: a resolved target alone cannot be written.
use reply_core::ReplyBuilder;
use world_adapter::{Prepared, Resolved, Unfinished, WorldAdapter};

fn write<'w, 'c>(
    world: &'w WorldAdapter,
    rb: ReplyBuilder<'c>,
    target: Resolved,
) -> Result<(ReplyBuilder<'c>, Prepared<'w>), Unfinished<'c>> {
    world.prepare_write(rb, target)
}

fn main() {}
