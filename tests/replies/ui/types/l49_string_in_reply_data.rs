//! A bare string is not reply data: nobody looked at it.
use reply_kit::ReplyData;

#[derive(ReplyData)]
struct Found {
    count: u64,
    place: String,
}

fn main() {}
