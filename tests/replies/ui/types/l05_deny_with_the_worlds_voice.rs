//! The adapter holds WA's voice; a denial takes EN's.
use replies::en::denied::NoRule;
use replies::Wa;
use reply_kit::{AnyCode, Address, ReplyBuilder, Terminal, Voice, Word};

fn adapter<'c>(rb: ReplyBuilder<'c, AnyCode>, wa: &Voice<Wa>, target: Address, operation: Word, mode: Word) -> Terminal<'c> {
    rb.denied(wa, NoRule { target, operation, mode })
}

fn main() {}
