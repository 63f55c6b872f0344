//! A call has one reply.
use replies::mcp::success::Home;
use reply_core::{Mcp, NoData, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c>, mcp: &Voice<Mcp>) -> (Reply<'c>, Reply<'c>) {
    (rb.success(mcp, Home, &NoData), rb.success(mcp, Home, &NoData))
}

fn main() {}
