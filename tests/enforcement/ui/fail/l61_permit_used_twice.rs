//! A permit is for once.
use enforcement::{Enforcement, Permit};
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::Write;

fn write<'c>(first: ReplyBuilder<'c, AnyCode>, second: ReplyBuilder<'c, AnyCode>, enforcement: &Enforcement, permit: Permit<Write>) -> Result<Reply<'c>, Terminal<'c>> {
    let _once = enforcement.write(first, permit)?;
    enforcement.write(second, permit)
}

fn main() {}
