//! A permit owns its target; there is no other to pass.
use enforcement::{Enforcement, Permit};
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::{Resolved, Write};

fn write<'c>(rb: ReplyBuilder<'c, AnyCode>, enforcement: &Enforcement, permit: Permit<Write>, other: Resolved) -> Result<Reply<'c>, Terminal<'c>> {
    enforcement.write(rb, permit, other)
}

fn main() {}
