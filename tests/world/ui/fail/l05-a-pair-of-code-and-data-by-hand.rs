//! Which data a success of the world carries is the adapter's to say (L05).

use replies::wa::success::FileRead;
use reply_kit::{ReplyData, Text};
use world_adapter::Answerable;

#[derive(ReplyData)]
struct MadeUp {
    text: Text,
}

impl Answerable for MadeUp {
    type Code = FileRead;
    const SUCCESS: FileRead = FileRead;
}

fn main() {}
