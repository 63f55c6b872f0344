//! A reserved code says what it waits for.
use replies::wa::success::ScriptParsed;
use reply_core::{NoData, Reply, ReplyBuilder, Voice, Wa};

fn tool<'c>(rb: ReplyBuilder<'c>, wa: &Voice<Wa>) -> Reply<'c> {
    rb.success(wa, ScriptParsed, &NoData)
}

fn main() {}
