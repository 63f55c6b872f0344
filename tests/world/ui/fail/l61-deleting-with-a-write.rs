//! L61: a write authorisation does not delete.
use reply_kit::{AnyCode, ReplyBuilder};
use world_adapter::{Authorized, WorldAdapter, Write};

fn delete<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, AnyCode>, permit: Authorized<Write>) {
    let _ = world.prepare_delete(rb, permit);
}

fn main() {}
