//! What the adapter resolved is its own to say: a tool does not make up the data (L05).
use reply_kit::{Address, AnyCode, Reply, ReplyBuilder};
use world_adapter::{ResolvedData, WorldAdapter};

fn tool<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, AnyCode>, resolved: Address) -> Reply<'c> {
    let made_up = ResolvedData { resolved, root_key: None, subdirectory: None, relative_path: "".into(), mod_name: None };
    world.answer(rb, &made_up)
}

fn main() {}
