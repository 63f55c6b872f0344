//! A call has one reply.
use replies::mcp::success::Home;
use replies::Mcp;
use reply_kit::{AnyCode, NoData, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> (Reply<'c>, Reply<'c>) {
    (rb.success(mcp, Home, &NoData), rb.success(mcp, Home, &NoData))
}

fn main() {}
