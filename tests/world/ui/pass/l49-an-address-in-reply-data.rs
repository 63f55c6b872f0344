//! L49: the twin that compiles: places go to agents as addresses.
#[derive(reply_kit::ReplyData)]
struct Told {
    target: reply_kit::Address,
    kind: world_adapter::Kind,
    name: reply_kit::Text,
}

fn main() {
    let _ = |told: Told| (told.target, told.kind, told.name);
}
