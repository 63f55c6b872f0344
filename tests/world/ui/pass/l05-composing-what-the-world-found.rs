//! The twin of the made-up data: a code for what is composed carries it.

use replies::wa::success::TextFound;
use reply_kit::{ReplyData, Text};
use world_adapter::Answerable;

#[derive(ReplyData)]
struct Composed {
    text: Text,
}

impl Answerable for Composed {
    type Code = TextFound;
}

fn main() {}
