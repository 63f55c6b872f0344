//! An error is not a reply: a layer has to say what it means.
use reply_kit::{AnyCode, ReplyBuilder, ReplyResult};

fn tool<'c>(_rb: ReplyBuilder<'c, AnyCode>, amount: &str) -> ReplyResult<'c> {
    let _amount: f64 = amount.parse::<f64>()?;
    panic!("never called")
}

fn main() {}
