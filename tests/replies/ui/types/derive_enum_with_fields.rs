//! A variant of reply data is a plain word.
use reply_core::Text;
use reply_macros::ReplyData;

#[derive(ReplyData)]
enum Outcome {
    Found(Text),
    Missing { reason: Text },
}

fn main() {}
