//! An agent reads data by name.
use reply_kit::ReplyData;

#[derive(ReplyData)]
struct Range(u64, u64);

fn main() {}
