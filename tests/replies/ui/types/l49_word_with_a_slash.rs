//! A word cannot be a path: its letters are checked while the program compiles.
use reply_kit::Word;

const HOME: Word = Word::new("/home/nate");

fn main() {
    println!("{HOME}");
}
