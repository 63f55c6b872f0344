//! L35: there is one way to a target. An address is not one.
use reply_core::{ReplyBuilder, Terminal};
use world_adapter::{Listing, Page, WorldAdapter};

fn list<'c>(
    world: &WorldAdapter,
    rb: ReplyBuilder<'c>,
    address: &reply_core::Address,
) -> Result<(ReplyBuilder<'c>, Listing), Terminal<'c>> {
    world.list(rb, address, &Page::default())
}

fn main() {}
