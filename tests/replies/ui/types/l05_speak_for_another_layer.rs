//! A tool with MCP's voice cannot answer for the world.
use replies::wa::invalid::ModeNotInitialised;
use reply_core::{Mcp, ReplyBuilder, Terminal, Voice};

fn tool<'c>(rb: ReplyBuilder<'c>, mcp: &Voice<Mcp>) -> Terminal<'c> {
    rb.invalid(mcp, ModeNotInitialised)
}

fn main() {}
