//! No other parameter is.
use replies::wa::invalid::NotADirectory;
use reply_kit::{Address, Text, Word};

fn reply(target: Address, kind: Word, reason: Text) -> NotADirectory {
    NotADirectory { target, kind, reason }
}

fn main() {}
