//! A parameter has its declared type.
use replies::wa::invalid::NotADirectory;
use reply_kit::Word;

fn reply(kind: Word) -> NotADirectory {
    NotADirectory { target: "root:game/common".to_owned(), kind }
}

fn main() {}
