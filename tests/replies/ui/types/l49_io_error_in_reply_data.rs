//! An I/O error names host paths.
use reply_kit::ReplyData;

#[derive(ReplyData)]
struct Found {
    count: u64,
    place: std::io::Error,
}

fn main() {}
