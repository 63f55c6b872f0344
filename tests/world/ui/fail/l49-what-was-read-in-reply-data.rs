//! L49: what was read in bulk is told as an excerpt, which the adapter makes.
use world_adapter::SourceBytes;

#[derive(reply_kit::ReplyData)]
struct Hit {
    line: SourceBytes,
}

fn main() {}
