//! A reply carries no trace id, timing or transport state.
use reply_core::{Reply, TraceId};

fn trace(reply: &Reply<'_>) -> TraceId {
    reply.trace_id()
}

fn main() {}
