//! A variant of reply data is a plain word.
use reply_kit::Text;
use reply_kit::ReplyData;

#[derive(ReplyData)]
enum Outcome {
    Found(Text),
    Missing { reason: Text },
}

fn main() {}
