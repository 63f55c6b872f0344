//! What is authorised is given up: the target cannot be used for something else.
use enforcement::{Asking, Enforcement};
use reply_core::ReplyBuilder;
use world_adapter::{Resolved, SessionId, Write};

fn twice(rb: ReplyBuilder<'_>, again: ReplyBuilder<'_>, enforcement: &Enforcement, session: SessionId, target: Resolved) {
    let _first = enforcement.authorize(rb, session, target, Write::new("a"), Asking::AtTheDesk);
    let _second = enforcement.authorize(again, session, target, Write::new("b"), Asking::AtTheDesk);
}

fn main() {}
