//! L35: there is one way to a target. An address is not one.
use reply_kit::{AnyCode, ReplyBuilder, Terminal};
use world_adapter::{Listing, Page, WorldAdapter};

fn list<'c>(
    world: &WorldAdapter,
    rb: ReplyBuilder<'c, AnyCode>,
    address: &reply_kit::Address,
) -> Result<(ReplyBuilder<'c, AnyCode>, Listing), Terminal<'c>> {
    world.list(rb, address, &Page::default())
}

fn main() {}
