//! A terminal reply ends the builder.
use replies::mcp::success::Home;
use replies::wa::invalid::ModeNotInitialised;
use reply_core::{Mcp, NoData, Reply, ReplyBuilder, Terminal, Voice, Wa};

fn tool<'c>(rb: ReplyBuilder<'c>, wa: &Voice<Wa>, mcp: &Voice<Mcp>) -> Result<Reply<'c>, Terminal<'c>> {
    let _terminal = rb.invalid(wa, ModeNotInitialised);
    Ok(rb.success(mcp, Home, &NoData))
}

fn main() {}
