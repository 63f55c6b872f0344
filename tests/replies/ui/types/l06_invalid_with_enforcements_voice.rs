//! Enforcement permits or denies; it never answers I.
use replies::wa::invalid::ModeNotInitialised;
use replies::En;
use reply_kit::{AnyCode, ReplyBuilder, Terminal, Voice};

fn enforce<'c>(rb: ReplyBuilder<'c, AnyCode>, en: &Voice<En>) -> Terminal<'c> {
    rb.invalid(en, ModeNotInitialised)
}

fn main() {}
