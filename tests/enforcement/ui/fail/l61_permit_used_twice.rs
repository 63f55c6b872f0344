//! A permit is for once.
use enforcement::{Enforcement, Keeper, Permit};
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::Write;

fn write<'c>(first: ReplyBuilder<'c, AnyCode>, second: ReplyBuilder<'c, AnyCode>, enforcement: &Enforcement, permit: Permit<Write>, keeper: &dyn Keeper) -> Result<Reply<'c>, Terminal<'c>> {
    let _once = enforcement.write(first, permit, keeper)?;
    enforcement.write(second, permit, keeper)
}

fn main() {}
