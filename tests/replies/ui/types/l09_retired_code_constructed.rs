//! A tombstone says since when, why, and what replaces it.
use replies::mcp::success::LegacyWrap;
use replies::Mcp;
use reply_kit::{AnyCode, NoData, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.success(mcp, LegacyWrap, &NoData)
}

fn main() {}
