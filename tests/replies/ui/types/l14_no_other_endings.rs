//! The builder offers success, invalid, denied and error.
use replies::Mcp;
use reply_kit::{AnyCode, NoData, ReplyBuilder, Voice};

fn tool(rb: ReplyBuilder<'_, AnyCode>, mcp: &Voice<Mcp>) {
    rb.info(mcp, &NoData);
}

fn main() {}
