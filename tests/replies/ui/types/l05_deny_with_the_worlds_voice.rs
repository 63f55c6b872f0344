//! The adapter holds WA's voice; a denial takes EN's.
use replies::en::denied::WriteDenied;
use replies::Wa;
use reply_kit::{AnyCode, Address, ReplyBuilder, Terminal, Voice, Word};

fn adapter<'c>(rb: ReplyBuilder<'c, AnyCode>, wa: &Voice<Wa>, target: Address, operation: Word, mode: Word) -> Terminal<'c> {
    rb.denied(wa, WriteDenied { target, operation, mode })
}

fn main() {}
