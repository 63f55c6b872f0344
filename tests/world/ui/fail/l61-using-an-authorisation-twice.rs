//! L61: an authorisation is used up.
use reply_kit::{AnyCode, ReplyBuilder};
use world_adapter::{Authorized, Delete, WorldAdapter};

fn twice<'c>(world: &WorldAdapter, a: ReplyBuilder<'c, AnyCode>, b: ReplyBuilder<'c, AnyCode>, permit: Authorized<Delete>) {
    let _ = world.prepare_delete(a, permit);
    let _ = world.prepare_delete(b, permit);
}

fn main() {}
