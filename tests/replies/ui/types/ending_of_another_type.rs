//! An invalid reply is not an error: the ending is the code's.
use replies::Wa;
use replies::wa::invalid::ModeNotInitialised;
use reply_kit::{AnyCode, ReplyBuilder, Terminal, Voice};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, wa: &Voice<Wa>) -> Terminal<'c> {
    rb.error(wa, ModeNotInitialised)
}

fn main() {}
