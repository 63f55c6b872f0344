//! L46: the world never says whether something is permitted.
use replies::Wa;
use reply_kit::{AnyCode, ReplyBuilder, Terminal, Voice};

fn deny<'c>(rb: ReplyBuilder<'c, AnyCode>, world: &Voice<Wa>, target: reply_kit::Address) -> Terminal<'c> {
    rb.denied(world, replies::en::denied::ApprovalRefused { target, operation: world_adapter::OperationName::Write.into() })
}

fn main() {}
