//! A tool declares what a step that it calls may answer.
use replies::Mcp;
use replies::mcp::error::Overloaded;
use replies::mcp::success::Home;
use reply_kit::{NoData, ReplyBuilder, Terminal, Voice};

struct Pwd;

reply_kit::codes!(Pwd { Home => NoData });

reply_kit::code_set! { trait Stepping = Overloaded; }

fn step<'c, T: Stepping>(rb: ReplyBuilder<'c, T>, mcp: &Voice<Mcp>) -> Terminal<'c> {
    rb.error(mcp, Overloaded)
}

fn run<'c>(rb: ReplyBuilder<'c, Pwd>, mcp: &Voice<Mcp>) -> Terminal<'c> {
    step(rb, mcp)
}

fn main() {}
