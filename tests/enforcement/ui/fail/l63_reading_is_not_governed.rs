//! Reads have no way into enforcement.
use enforcement::Enforcement;
use reply_kit::{AnyCode, CallContext, ReplyBuilder};
use world_adapter::{Part, Resolved, SessionId};

fn read(rb: ReplyBuilder<'_, AnyCode>, enforcement: &Enforcement, session: SessionId, target: Resolved, context: &CallContext) {
    let _ = enforcement.authorize(rb, session, target, Part::Whole, context);
}

fn main() {}
