//! Saying that a number is an object does not make it one.
use reply_kit::{ReplyData, ReplyObject};

#[derive(ReplyData)]
struct Count(u64);

impl ReplyObject for Count {}

fn main() {}
