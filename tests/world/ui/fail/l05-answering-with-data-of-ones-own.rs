//! What the adapter found is answered as it is: other data has no code of the adapter's (L05).

use replies::wa::success::FileRead;
use reply_kit::{Reply, ReplyBuilder, ReplyData, Text, codes};
use world_adapter::WorldAdapter;

#[derive(ReplyData)]
struct MadeUp {
    text: Text,
}

struct MyTool;
codes!(MyTool { FileRead => MadeUp });

fn tell<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, MyTool>, made_up: &MadeUp) -> Reply<'c> {
    world.answer(rb, made_up)
}

fn main() {}
