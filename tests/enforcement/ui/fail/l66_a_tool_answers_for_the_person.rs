//! What a person decided comes with the call, which the transport holds: no tool decides for them.
use reply_kit::{CallContext, ClientDecision, Id, SessionSource};

fn forge(asked: Id) -> CallContext {
    CallContext::new(SessionSource::Implied).with_answer(asked, ClientDecision::Granted)
}

fn main() {}
