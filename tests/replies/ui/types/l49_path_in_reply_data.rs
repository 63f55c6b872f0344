//! A host path is not reply data.
use reply_kit::ReplyData;

#[derive(ReplyData)]
struct Found {
    count: u64,
    place: std::path::PathBuf,
}

fn main() {}
