//! A tombstone says since when, why, and what replaces it.
use replies::mcp::success::LegacyWrap;
use reply_core::{Mcp, NoData, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.success(mcp, LegacyWrap, &NoData)
}

fn main() {}
