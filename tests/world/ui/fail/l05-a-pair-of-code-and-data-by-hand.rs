//! Which data a success of the world carries is the adapter's to say (L05).

use replies::wa::success::FileRead;
use reply_kit::{ReplyData, Text};
use world_adapter::SuccessOf;

#[derive(ReplyData)]
struct MadeUp {
    text: Text,
}

impl SuccessOf<MadeUp> for FileRead {
    const SUCCESS: Self = FileRead;
}

fn main() {}
