//! A permit to write is no permit to delete.
use enforcement::{Enforcement, Keeper, Permit};
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::Write;

fn delete<'c>(rb: ReplyBuilder<'c, AnyCode>, enforcement: &Enforcement, permit: Permit<Write>, keeper: &dyn Keeper) -> Result<Reply<'c>, Terminal<'c>> {
    enforcement.delete(rb, permit, keeper)
}

fn main() {}
