//! The adapter holds WA's voice; a denial takes EN's.
use replies::en::denied::WriteDenied;
use reply_core::{Address, ReplyBuilder, Terminal, Voice, Wa, Word};

fn adapter<'c>(rb: ReplyBuilder<'c>, wa: &Voice<Wa>, target: Address, operation: Word, mode: Word) -> Terminal<'c> {
    rb.denied(wa, WriteDenied { target, operation, mode })
}

fn main() {}
