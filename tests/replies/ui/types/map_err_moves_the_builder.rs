//! `map_err` takes the builder away, also where there is no error; `require` gives it back.
use replies::Mcp;
use replies::mcp::error::Overloaded;
use replies::mcp::success::Home;
use reply_kit::{AnyCode, NoData, ReplyBuilder, ReplyResult, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>, amount: &str) -> ReplyResult<'c> {
    let _amount: f64 = amount.parse().map_err(|_| rb.error(mcp, Overloaded))?;
    Ok(rb.success(mcp, Home, &NoData))
}

fn main() {}
