//! A code has one message: the registry's.
use replies::wa::invalid::ModeNotInitialised;
use reply_core::{ReplyBuilder, Terminal, Voice, Wa};

fn tool<'c>(rb: ReplyBuilder<'c>, wa: &Voice<Wa>) -> Terminal<'c> {
    rb.invalid(wa, ModeNotInitialised, "please set a mode")
}

fn main() {}
