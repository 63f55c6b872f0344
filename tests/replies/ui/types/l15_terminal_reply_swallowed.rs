//! A step that failed takes the builder with it.
use replies::mcp::success::Home;
use reply_core::{Mcp, NoData, Reply, ReplyBuilder, Terminal, Voice};

fn resolve(rb: ReplyBuilder<'_>) -> Result<ReplyBuilder<'_>, Terminal<'_>> {
    Ok(rb)
}

fn tool<'c>(rb: ReplyBuilder<'c>, mcp: &Voice<Mcp>) -> Result<Reply<'c>, Terminal<'c>> {
    match resolve(rb) {
        Ok(rb) => Ok(rb.success(mcp, Home, &NoData)),
        Err(_not_found) => Ok(rb.success(mcp, Home, &NoData)),
    }
}

fn main() {}
