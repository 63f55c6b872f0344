//! Success data is reply data.
use replies::mcp::success::Home;
use reply_core::{Mcp, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.success(mcp, Home, &String::from("C:\\Users"))
}

fn main() {}
