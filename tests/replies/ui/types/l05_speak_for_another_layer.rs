//! A tool with MCP's voice cannot answer for the world.
use replies::wa::invalid::ModeNotInitialised;
use replies::Mcp;
use reply_kit::{AnyCode, ReplyBuilder, Terminal, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> Terminal<'c> {
    rb.invalid(mcp, ModeNotInitialised)
}

fn main() {}
