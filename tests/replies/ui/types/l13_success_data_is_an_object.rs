//! A success carries an object, never a bare number or a list.
use replies::Mcp;
use replies::mcp::success::Home;
use reply_kit::{AnyCode, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.success(mcp, Home, &3_u64)
}

fn main() {}
