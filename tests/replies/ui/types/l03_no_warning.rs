//! There is no warning: a success with data says it.
use reply_core::{Mcp, NoData, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.warning(mcp, replies::mcp::success::Home, &NoData)
}

fn main() {}
