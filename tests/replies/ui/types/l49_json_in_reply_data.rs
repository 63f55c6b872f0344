//! Raw JSON is not reply data: nobody looked at it.
use reply_kit::ReplyData;

#[derive(ReplyData)]
struct Found {
    count: u64,
    place: serde_json::Value,
}

fn main() {}
