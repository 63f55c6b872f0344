//! A permit to write is not a permit to delete.
use enforcement::{Enforcement, Permit};
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::Write;

fn delete<'c>(rb: ReplyBuilder<'c, AnyCode>, enforcement: &Enforcement, permit: Permit<Write>) -> Result<Reply<'c>, Terminal<'c>> {
    enforcement.delete(rb, permit)
}

fn main() {}
