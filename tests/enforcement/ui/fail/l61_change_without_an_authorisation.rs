//! The world takes an authorised change and nothing else.
use reply_kit::{AnyCode, ReplyBuilder};
use world_adapter::{Resolved, WorldAdapter};

fn write(rb: ReplyBuilder<'_, AnyCode>, world: &WorldAdapter, target: Resolved) {
    let _ = world.prepare_write(rb, target);
}

fn main() {}
