//! L61: a resolved target alone cannot be written.
use reply_kit::{AnyCode, ReplyBuilder};
use world_adapter::{Prepared, Resolved, Unfinished, WorldAdapter};

fn write<'w, 'c>(
    world: &'w WorldAdapter,
    rb: ReplyBuilder<'c, AnyCode>,
    target: Resolved,
) -> Result<(ReplyBuilder<'c, AnyCode>, Prepared<'w>), Unfinished<'c, AnyCode>> {
    world.prepare_write(rb, target)
}

fn main() {}
