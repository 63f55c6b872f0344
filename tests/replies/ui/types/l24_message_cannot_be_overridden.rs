//! A code has one message: the registry's.
use replies::wa::invalid::ModeNotInitialised;
use replies::Wa;
use reply_kit::{AnyCode, ReplyBuilder, Terminal, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, wa: &Voice<Wa>) -> Terminal<'c> {
    rb.invalid(wa, ModeNotInitialised, "please set a mode")
}

fn main() {}
