//! Every parameter is given.
use replies::wa::invalid::NotADirectory;
use reply_core::Address;

fn reply(target: Address) -> NotADirectory {
    NotADirectory { target }
}

fn main() {}
