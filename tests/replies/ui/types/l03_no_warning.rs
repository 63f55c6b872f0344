//! There is no warning: a success with data says it.
use replies::Mcp;
use reply_kit::{AnyCode, NoData, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.warning(mcp, replies::mcp::success::Home, &NoData)
}

fn main() {}
