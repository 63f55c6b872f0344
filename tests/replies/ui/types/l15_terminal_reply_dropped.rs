//! A terminal reply that is not returned is a complaint.
#![deny(unused_must_use)]
use replies::wa::invalid::ModeNotInitialised;
use reply_core::{ReplyBuilder, Voice, Wa};

fn tool(rb: ReplyBuilder<'_>, wa: &Voice<Wa>) {
    rb.invalid(wa, ModeNotInitialised);
}

fn main() {}
