//! The one builder (L13–L16).

use std::fmt;
use std::marker::PhantomData;

use crate::answer::{Answer, DeniedBy, FailedBy, InvalidBy, SucceededBy};
use crate::call::CallState;
use crate::data::ReplyData;
use crate::envelope;
use crate::layer::{MayDeny, MayFail, MayInvalidate, MaySucceed};
use crate::reply::{Body, Data, OfCall, Reply, Terminal};
use crate::trace::TraceId;
use crate::voice::Voice;
use crate::writer::DataWriter;

/// The right to give this call's one reply.
///
/// The wrapper hands out one per call. It goes by value through every step, and each of its four endings consumes it: a
/// call has one reply, and after a terminal one there is nothing left to go on with.
#[must_use = "a call must end in a reply"]
pub struct ReplyBuilder<'c> {
    state: &'c CallState,
    call: OfCall<'c>,
}

impl<'c> ReplyBuilder<'c> {
    /// Called by the wrapper alone.
    pub(crate) fn for_call(state: &'c CallState) -> Self {
        Self { state, call: PhantomData }
    }

    /// The id of the call, for a journal. A reply does not carry it (L12).
    pub fn trace_id(&self) -> TraceId {
        self.state.trace_id
    }

    /// Ends the call with a success and the tool's data.
    pub fn success<L: MaySucceed, C: SucceededBy<L>>(
        self,
        _voice: &Voice<L>,
        code: C,
        data: &impl ReplyData,
    ) -> Reply<'c> {
        let code = self.state.code_of(&code.answer());
        let head = envelope::head(code, 512);
        let start = head.len();
        let mut out = DataWriter::behind(head);
        data.write(&mut out);
        let (json, leak) = out.finish();
        Reply::new(Body { code, data: Data::Written { json, start, leak } })
    }

    /// Ends the call: the request cannot be carried out as stated, and the caller can fix it.
    pub fn invalid<L: MayInvalidate, C: InvalidBy<L>>(self, _voice: &Voice<L>, code: C) -> Terminal<'c> {
        self.end(code.answer())
    }

    /// Ends the call: policy refuses.
    pub fn denied<L: MayDeny, C: DeniedBy<L>>(self, _voice: &Voice<L>, code: C) -> Terminal<'c> {
        self.end(code.answer())
    }

    /// Ends the call: the system failed.
    pub fn error<L: MayFail, C: FailedBy<L>>(self, _voice: &Voice<L>, code: C) -> Terminal<'c> {
        self.end(code.answer())
    }

    fn end(self, answer: Answer) -> Terminal<'c> {
        Terminal::new(Body { code: self.state.code_of(&answer), data: Data::Params(answer.values) })
    }

    /// Steps aside while a person is asked (L26): this run of the tool ends here, without a reply.
    ///
    /// Whoever runs the call takes it up again when there is an answer. Where nobody can, it ends as a crash.
    pub fn pause(self) -> Terminal<'c> {
        self.state.pause();
        Terminal::new(self.state.given_up_body())
    }

    /// Passes the point after which the change will happen (L27).
    ///
    /// From here the call can no longer be given up; whoever waits for it waits for its reply. If it was given up before,
    /// this is the end: the caller has its answer, nothing changed, and nothing may.
    pub fn commit(self) -> Result<Self, Terminal<'c>> {
        if self.state.commit() { Ok(self) } else { Err(Terminal::new(self.state.given_up_body())) }
    }
}

impl fmt::Debug for ReplyBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReplyBuilder({})", self.state.trace_id)
    }
}
