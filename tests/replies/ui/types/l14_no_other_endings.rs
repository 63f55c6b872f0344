//! The builder offers success, invalid, denied and error.
use reply_core::{Mcp, NoData, ReplyBuilder, Voice};

fn tool(rb: ReplyBuilder<'_>, mcp: &Voice<Mcp>) {
    rb.info(mcp, &NoData);
}

fn main() {}
