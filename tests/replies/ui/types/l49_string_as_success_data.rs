//! Success data is reply data.
use replies::mcp::success::Home;
use replies::Mcp;
use reply_kit::{AnyCode, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.success(mcp, Home, &String::from("C:\\Users"))
}

fn main() {}
