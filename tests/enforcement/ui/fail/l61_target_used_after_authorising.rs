//! What is authorised is given up: the target cannot be used for something else.
use enforcement::Enforcement;
use reply_kit::{AnyCode, CallContext, ReplyBuilder};
use world_adapter::{Resolved, SessionId, Write};

fn twice(rb: ReplyBuilder<'_, AnyCode>, again: ReplyBuilder<'_, AnyCode>, enforcement: &Enforcement, session: SessionId, target: Resolved, context: &CallContext) {
    let _first = enforcement.authorize(rb, session, target, Write::new("a"), context);
    let _second = enforcement.authorize(again, session, target, Write::new("b"), context);
}

fn main() {}
