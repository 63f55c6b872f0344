//! A step that failed takes the builder with it.
use replies::mcp::success::Home;
use replies::Mcp;
use reply_kit::{AnyCode, NoData, Reply, ReplyBuilder, Terminal, Voice};

fn resolve(rb: ReplyBuilder<'_, AnyCode>) -> Result<ReplyBuilder<'_, AnyCode>, Terminal<'_>> {
    Ok(rb)
}

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> Result<Reply<'c>, Terminal<'c>> {
    match resolve(rb) {
        Ok(rb) => Ok(rb.success(mcp, Home, &NoData)),
        Err(_not_found) => Ok(rb.success(mcp, Home, &NoData)),
    }
}

fn main() {}
