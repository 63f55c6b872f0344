//! A terminal reply ends the builder.
use replies::mcp::success::Home;
use replies::wa::invalid::ModeNotInitialised;
use replies::{Mcp, Wa};
use reply_kit::{AnyCode, NoData, Reply, ReplyBuilder, Terminal, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, wa: &Voice<Wa>, mcp: &Voice<Mcp>) -> Result<Reply<'c>, Terminal<'c>> {
    let _terminal = rb.invalid(wa, ModeNotInitialised);
    Ok(rb.success(mcp, Home, &NoData))
}

fn main() {}
