//! Bringing a folder back is the undo's: no tool gets a permit for it.
use enforcement::Enforcement;
use reply_kit::{AnyCode, CallContext, ReplyBuilder};
use world_adapter::{Resolved, RestoreFolder, SessionId};

fn restore(rb: ReplyBuilder<'_, AnyCode>, enforcement: &Enforcement, session: SessionId, target: Resolved, restore: RestoreFolder, context: &CallContext) {
    let _ = enforcement.authorize(rb, session, target, restore, context);
}

fn main() {}
