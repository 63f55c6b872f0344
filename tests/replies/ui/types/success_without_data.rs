//! A success has data, and `NoData` says that there is none.
use replies::Mcp;
use replies::mcp::success::Home;
use reply_kit::{AnyCode, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.success(mcp, Home)
}

fn main() {}
