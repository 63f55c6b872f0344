//! The twin of the made-up data: a code for what is composed carries it.

use replies::wa::success::TextFound;
use reply_kit::{Reply, ReplyBuilder, ReplyData, Text, codes};
use world_adapter::WorldAdapter;

#[derive(ReplyData)]
struct Composed {
    text: Text,
}

struct MyTool;
codes!(MyTool { TextFound => Composed });

fn tell<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, MyTool>, composed: &Composed) -> Reply<'c> {
    world.answer_composed(rb, TextFound, composed)
}

fn main() {
    let _ = tell;
}
