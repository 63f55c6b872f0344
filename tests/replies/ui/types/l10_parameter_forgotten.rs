//! Every parameter is given.
use replies::wa::invalid::NotADirectory;
use reply_kit::Address;

fn reply(target: Address) -> NotADirectory {
    NotADirectory { target }
}

fn main() {}
