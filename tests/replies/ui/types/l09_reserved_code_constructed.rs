//! A reserved code says what it waits for.
use replies::wa::success::ScriptParsed;
use replies::Wa;
use reply_kit::{AnyCode, NoData, Reply, ReplyBuilder, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, wa: &Voice<Wa>) -> Reply<'c> {
    rb.success(wa, ScriptParsed, &NoData)
}

fn main() {}
