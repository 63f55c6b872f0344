//! What the adapter read has codes of its own: data that another crate made up does not carry one (L05).

use replies::wa::success::FileRead;
use reply_kit::{ReplyData, Text};
use world_adapter::Answerable;

#[derive(ReplyData)]
struct MadeUp {
    text: Text,
}

impl Answerable for MadeUp {
    type Code = FileRead;
}

fn main() {}
