//! The caller's side of a call: waiting for it, and cancelling it.

use std::sync::Arc;

use crate::call::call_state::{CallState, role_body};
use crate::call::crash::AbnormalEnd;
use crate::call::reply::ReplyBody;
use crate::call::stopwatch::{Meta, Stopwatch};
use crate::call::wrapper::Wrapper;
use crate::envelope::envelope_value::Envelope;

/// A handle with which the caller waits for a call and may cancel it.
#[derive(Clone, Debug)]
pub struct Watch {
    wrapper: Wrapper,
    state: Arc<CallState>,
    tool: &'static str,
    clock: Stopwatch,
}

impl Watch {
    pub(crate) fn new(wrapper: Wrapper, state: Arc<CallState>, tool: &'static str, clock: Stopwatch) -> Self {
        Self { wrapper, state, tool, clock }
    }

    /// Cancels the call, because of a timeout or because the caller is gone.
    ///
    /// Returns the answer, unless the call has passed its commit point: then its own reply follows, and is the
    /// only true one (L27).
    pub fn cancel(&self, why: &'static str) -> Option<Envelope> {
        if !self.state.cancel() {
            return None;
        }
        self.wrapper.record(self.state.trace_id, self.tool, "", &AbnormalEnd::Cancelled(why));
        Some(self.envelope(self.state.cancelled_body()))
    }

    /// Rejects a call that never started. Returns the answer, unless the call is past its commit point.
    pub fn reject_overloaded(&self) -> Option<Envelope> {
        let overload = self.state.role(|roles| roles.overload);
        self.state.cancel().then(|| self.envelope(role_body(overload)))
    }

    fn envelope(&self, body: ReplyBody) -> Envelope {
        let meta = Meta { trace_id: self.state.trace_id, duration: self.clock.elapsed() };
        self.wrapper.envelope(body, meta, self.tool, "")
    }
}
