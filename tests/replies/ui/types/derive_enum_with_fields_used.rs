//! An enum whose variants hold data, as the field of reply data: one error, where the data is.
use reply_kit::{ReplyData, Text};

#[derive(ReplyData)]
enum Outcome {
    Found(Text),
    Missing,
}

#[derive(ReplyData)]
struct Looked {
    outcome: Outcome,
}

fn main() {}
