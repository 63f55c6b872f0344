//! L49: the twin that compiles: places go to agents as addresses.
#[derive(reply_macros::ReplyData)]
struct Told {
    target: reply_core::Address,
    kind: world_adapter::Kind,
    name: reply_core::Text,
}

fn main() {
    let _ = |told: Told| (told.target, told.kind, told.name);
}
