//! A registry of that name is close by: the wrong path is the only error, and it says what to write.
reply_kit::registry!("data/format_wrong_folder.toml");

use wa::invalid::PathNotFound;

fn main() {
    let _ = PathNotFound;
}
