//! A field of the arguments is something that can be read from JSON.
use reply_kit::Arguments;

#[derive(Arguments)]
struct Find {
    /// Where to look.
    place: std::path::PathBuf,
}

fn main() {}
