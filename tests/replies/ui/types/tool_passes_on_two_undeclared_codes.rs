//! A tool that calls a step twice, and declares none of its two codes.
use replies::Mcp;
use replies::mcp::error::Overloaded;
use replies::mcp::invalid::SessionRequired;
use replies::mcp::success::Home;
use reply_kit::{NoData, ReplyBuilder, Terminal, Voice};

struct Pwd;

reply_kit::codes!(Pwd { Home => NoData });

reply_kit::code_set! { trait Stepping = Overloaded, SessionRequired; }

fn step<'c, T: Stepping>(rb: ReplyBuilder<'c, T>, mcp: &Voice<Mcp>) -> Result<ReplyBuilder<'c, T>, Terminal<'c>> {
    Err(rb.error(mcp, Overloaded))
}

fn run<'c>(rb: ReplyBuilder<'c, Pwd>, mcp: &Voice<Mcp>) -> Result<ReplyBuilder<'c, Pwd>, Terminal<'c>> {
    let rb = step(rb, mcp)?;
    Ok(rb)
}

fn main() {}
