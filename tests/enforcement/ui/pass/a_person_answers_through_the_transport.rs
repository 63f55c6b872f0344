//! Whoever runs the call says what its client can do, and what the person there decided.
use reply_kit::{Call, CallContext, ClientDecision, SessionSource, Suspended};

fn asking(call: &Call) -> CallContext {
    CallContext::new(SessionSource::Implied).with_elicitation(call)
}

fn answered(suspended: Suspended, decision: ClientDecision) -> (Call, CallContext) {
    let asked = suspended.question().id;
    let call = suspended.resume();
    let context = CallContext::new(SessionSource::Implied).with_answer(&call, asked, decision);
    (call, context)
}

fn main() {
    let _ = (asking, answered);
}
