//! L46: the world never says whether something is permitted.
use reply_core::{ReplyBuilder, Terminal, Voice, Wa};

fn deny<'c>(rb: ReplyBuilder<'c>, world: &Voice<Wa>, target: reply_core::Address) -> Terminal<'c> {
    rb.denied(world, replies::en::denied::ContractRequired { target, operation: world_adapter::OperationName::Write.into() })
}

fn main() {}
