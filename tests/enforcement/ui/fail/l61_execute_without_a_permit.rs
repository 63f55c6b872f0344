//! A resolved target is not a permitted change.
use enforcement::Enforcement;
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::Resolved;

fn write<'c>(rb: ReplyBuilder<'c, AnyCode>, enforcement: &Enforcement, target: Resolved) -> Result<Reply<'c>, Terminal<'c>> {
    enforcement.write(rb, target)
}

fn main() {}
