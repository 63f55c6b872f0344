//! The world takes an authorised change and nothing else.
use reply_core::ReplyBuilder;
use world_adapter::{Resolved, WorldAdapter};

fn write(rb: ReplyBuilder<'_>, world: &WorldAdapter, target: Resolved) {
    let _ = world.prepare_write(rb, target);
}

fn main() {}
