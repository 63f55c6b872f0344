//! A list is agent-safe if its items are.
use reply_kit::ReplyData;

#[derive(ReplyData)]
struct Found {
    places: Vec<std::path::PathBuf>,
}

fn main() {}
