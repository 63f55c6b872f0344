//! A file of nearly that name is there: the wrong name is the only error, and it says what to write.
reply_kit::registry!("format_wrng_folder.toml");

use wa::invalid::PathNotFound;

fn main() {
    let _ = PathNotFound;
}
