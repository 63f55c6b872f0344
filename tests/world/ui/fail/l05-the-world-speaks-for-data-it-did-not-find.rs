//! What the adapter read has codes of its own: data that another crate made up does not carry one (L05).

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
    world.answer_composed(rb, FileRead, made_up)
}

fn main() {}
