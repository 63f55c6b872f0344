//! A tool that awaits a step with a code that it does not declare.
use replies::Mcp;
use replies::mcp::error::Overloaded;
use replies::mcp::success::Home;
use reply_kit::{NoData, Reply, ReplyBuilder, Step, Terminal, Voice};

struct Pwd;

reply_kit::codes!(Pwd { Home => NoData });

reply_kit::code_set! { trait Stepping = Overloaded; }

async fn step<'c, T: Stepping>(rb: ReplyBuilder<'c, T>, mcp: &Voice<Mcp>) -> Step<'c, T, u8> {
    Err(rb.error(mcp, Overloaded))
}

async fn run<'c>(rb: ReplyBuilder<'c, Pwd>, mcp: &Voice<Mcp>) -> Result<Reply<'c>, Terminal<'c>> {
    let (rb, _) = step(rb, mcp).await?;
    Ok(rb.success(mcp, Home, &NoData))
}

fn main() {}
