//! Reads have no way into enforcement.
use enforcement::{Asking, Enforcement};
use reply_core::ReplyBuilder;
use world_adapter::{Part, Resolved, SessionId};

fn read(rb: ReplyBuilder<'_>, enforcement: &Enforcement, session: SessionId, target: Resolved) {
    let _ = enforcement.authorize(rb, session, target, Part::Whole, Asking::AtTheDesk);
}

fn main() {}
