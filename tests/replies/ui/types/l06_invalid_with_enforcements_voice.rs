//! Enforcement permits or denies; it never answers I.
use replies::wa::invalid::ModeNotInitialised;
use reply_core::{En, ReplyBuilder, Terminal, Voice};

fn enforce<'c>(rb: ReplyBuilder<'c>, en: &Voice<En>) -> Terminal<'c> {
    rb.invalid(en, ModeNotInitialised)
}

fn main() {}
