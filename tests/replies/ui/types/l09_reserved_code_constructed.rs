//! A reserved code says what it waits for.
use replies::mcp::success::DatabaseBuilt;
use replies::Mcp;
use reply_kit::{AnyCode, NoData, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.success(mcp, DatabaseBuilt, &NoData)
}

fn main() {}
