//! A terminal reply that is not returned is a complaint.
#![deny(unused_must_use)]
use replies::wa::invalid::ModeNotInitialised;
use replies::Wa;
use reply_kit::{AnyCode, ReplyBuilder, Voice};

fn tool(rb: ReplyBuilder<'_, AnyCode>, wa: &Voice<Wa>) {
    rb.invalid(wa, ModeNotInitialised);
}

fn main() {}
