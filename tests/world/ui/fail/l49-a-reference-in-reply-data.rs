//! L49: a reference is for tools; an agent is told the address.
use world_adapter::VisibilityRef;

#[derive(reply_kit::ReplyData)]
struct Leaky {
    target: VisibilityRef,
}

fn main() {}
