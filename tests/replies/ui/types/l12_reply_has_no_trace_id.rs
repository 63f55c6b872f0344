//! A reply carries no trace id, timing or transport state.
use reply_kit::{Reply, TraceId};

fn trace(reply: &Reply<'_>) -> TraceId {
    reply.trace_id()
}

fn main() {}
