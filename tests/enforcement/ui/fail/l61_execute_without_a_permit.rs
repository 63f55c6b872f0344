//! A resolved target is not a permitted change.
use enforcement::{Enforcement, Keeper};
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::Resolved;

fn write<'c>(rb: ReplyBuilder<'c, AnyCode>, enforcement: &Enforcement, target: Resolved, keeper: &dyn Keeper) -> Result<Reply<'c>, Terminal<'c>> {
    enforcement.write(rb, target, keeper)
}

fn main() {}
