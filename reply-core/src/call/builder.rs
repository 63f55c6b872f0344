//! The one builder (L13–L16).

use std::fmt;
use std::marker::PhantomData;

use crate::call::call_state::CallState;
use crate::call::cancellation::Cancellation;
use crate::call::context::{Elicit, Question};
use crate::call::progress::Progress;
use crate::call::reply::{OfCall, Reply, ReplyBody, ReplyPayload, Terminal};
use crate::call::trace::TraceId;
use crate::codes::answer::{Answer, DeniedBy, Ending, FailedBy, InvalidBy, SucceededBy};
use crate::codes::code_ref::CodeRef;
use crate::codes::declares::{DeclaredBy, DeclaredCodes, DeclaredSuccessBy};
use crate::codes::layer::Layer;
use crate::codes::voice::Voice;
use crate::data::echo::Echoes;
use crate::data::reply_data::ReplyObject;
use crate::data::value::ParamValue;
use crate::data::writer::{DataProblem, DataWriter};

/// The right to give this call's one reply, with one of the codes that `T` declares.
///
/// The wrapper hands out one per call. It goes by value through every step, and each of its four endings consumes it: a
/// call has one reply, and after a terminal one there is nothing left to go on with.
#[must_use = "a call must end in a reply"]
pub struct ReplyBuilder<'c, T> {
    state: &'c CallState,
    /// The arguments as the agent sent them, if the call has any: repeating them is not a leak (L49).
    sent: Option<&'c serde_json::Value>,
    progress: Option<&'c Progress>,
    call: OfCall<'c>,
    tool: PhantomData<fn() -> T>,
}

impl<'c, T> ReplyBuilder<'c, T> {
    /// Called by the wrapper alone.
    pub(crate) fn for_call(state: &'c CallState) -> Self {
        Self { state, sent: None, progress: None, call: PhantomData, tool: PhantomData }
    }

    /// The same, for a call whose arguments are known, and with the receiver of its progress.
    pub(crate) fn with_sent(self, arguments: &'c serde_json::Value, progress: &'c Progress) -> Self {
        Self { sent: Some(arguments), progress: Some(progress), ..self }
    }

    /// The id of the call, for a journal. A reply does not carry it (L12).
    pub fn trace_id(&self) -> TraceId {
        self.state.trace_id
    }

    /// Tells long-running work when its call was cancelled.
    pub fn cancellation(&self) -> Cancellation {
        self.state.cancellation()
    }

    /// Reports the progress of the call, for work that takes long.
    pub fn progress(&self) -> Progress {
        self.progress.cloned().unwrap_or_default()
    }

    /// Goes on with the value of a fallible step, or ends the call with what its error means.
    ///
    /// ```text
    /// let (rb, amount) = rb.require(text.parse::<f64>(), |rb, error| rb.invalid(&voice, NotANumber { … }))?;
    /// ```
    pub fn require<V, E, F>(self, result: Result<V, E>, or: impl FnOnce(Self, E) -> F) -> Result<(Self, V), F> {
        match result {
            Ok(value) => Ok((self, value)),
            Err(error) => Err(or(self, error)),
        }
    }

    /// Continues with a value that exists, or ends the call with what its absence means.
    pub fn require_some<V, F>(self, value: Option<V>, or: impl FnOnce(Self) -> F) -> Result<(Self, V), F> {
        self.require(value.ok_or(()), |rb, ()| or(rb))
    }

    /// Suspends the call until a person has answered (L26): this run of the tool ends here, without a reply.
    ///
    /// The tool runs again when there is an answer, and finds it in its [`crate::CallContext`]. Only a client that can show a
    /// question gives an [`Elicit`].
    pub fn ask(self, _client: Elicit<'_>, question: Question) -> Terminal<'c> {
        self.state.suspend(question);
        Terminal::new(self.state.cancelled_body())
    }

    /// States that the change has been made. Call it right after the step that makes it, before anything else that could fail:
    /// from here on every E would be false (L27). Before the success is prepared and the commit point is passed it means nothing.
    pub fn took_place(&self) {
        self.state.took_place();
    }

    /// Passes the point after which the change will happen (L27).
    ///
    /// From here on the call can no longer be cancelled; the caller waits for its reply. If it was cancelled before, this ends
    /// the run: the caller has its answer, nothing has changed, and nothing may.
    pub fn commit(self) -> Result<Self, Terminal<'c>> {
        if self.state.commit() { Ok(self) } else { Err(Terminal::new(self.state.cancelled_body())) }
    }

    fn written<L: Layer, E: Ending>(&self, answer: &Answer<L, E>, data: &impl ReplyObject) -> ReplyBody {
        let mut out = DataWriter::new();
        out.object_of(data);
        if let (Some(DataProblem::Leak(_)), Some(sent)) = (out.flaw(), self.sent) {
            out = DataWriter::with_echoes(Echoes::of(sent));
            out.object_of(data);
        }
        ReplyBody { code: self.code(answer), data: ReplyPayload::Written(Box::new(out)) }
    }

    fn end<L: Layer, E: Ending>(self, mut answer: Answer<L, E>) -> Terminal<'c> {
        if let (true, Some(sent)) = (answer.values.iter().any(ParamValue::is_withheld), self.sent) {
            let echoes = Echoes::of(sent);
            answer.values.iter_mut().for_each(|value| value.echo_sent(&echoes));
        }
        Terminal::new(ReplyBody { code: self.code(&answer), data: ReplyPayload::Params(answer.values) })
    }

    fn code<L: Layer, E: Ending>(&self, answer: &Answer<L, E>) -> CodeRef {
        self.state.checked(answer.code())
    }
}

/// The endings. A tool that does not state its codes has none, and the compiler reports that once.
impl<'c, T: DeclaredCodes> ReplyBuilder<'c, T> {
    /// Ends the call with a success and the tool's data; [`NoData`](crate::NoData) if there is none.
    pub fn success<L: Layer, C: SucceededBy<L> + DeclaredSuccessBy<T, D>, D: ReplyObject>(
        self,
        _voice: &Voice<L>,
        code: C,
        data_or_no_data: &D,
    ) -> Reply<'c> {
        Reply::new(self.written(&code.answer(), data_or_no_data))
    }

    /// Ends the call: the request cannot be carried out as stated, and the caller can fix it.
    pub fn invalid<L: Layer, C: InvalidBy<L> + DeclaredBy<T>>(self, _voice: &Voice<L>, code: C) -> Terminal<'c> {
        self.end(code.answer())
    }

    /// Ends the call: policy refuses.
    pub fn denied<L: Layer, C: DeniedBy<L> + DeclaredBy<T>>(self, _voice: &Voice<L>, code: C) -> Terminal<'c> {
        self.end(code.answer())
    }

    /// Ends the call: the system failed.
    pub fn error<L: Layer, C: FailedBy<L> + DeclaredBy<T>>(self, _voice: &Voice<L>, code: C) -> Terminal<'c> {
        self.end(code.answer())
    }

    /// Ends the call like [`ReplyBuilder::error`], and writes what a person needs to find the cause to the call's crash file.
    /// No agent sees it, so it may contain host paths.
    pub fn error_with_report<L: Layer, C: FailedBy<L> + DeclaredBy<T>>(
        self,
        voice: &Voice<L>,
        code: C,
        report: String,
    ) -> Terminal<'c> {
        self.state.report(report);
        self.error(voice, code)
    }

    /// Prepares the success that is true once the change has been made (L27).
    ///
    /// Call it before [`ReplyBuilder::commit`], with what is known by then. The data is written and scanned now: if it cannot
    /// be sent, the call ends here, and nothing has changed. Once the change has been made, [`ReplyBuilder::took_place`] makes
    /// this reply the answer to everything except a success of the tool's own: to a panic, to data that cannot be sent, to a
    /// terminal reply.
    pub fn prepare_success<L: Layer, C: SucceededBy<L> + DeclaredSuccessBy<T, D>, D: ReplyObject>(
        self,
        _voice: &Voice<L>,
        code: C,
        data: &D,
    ) -> Result<Self, Terminal<'c>> {
        let body = self.written(&code.answer(), data);
        if matches!(&body.data, ReplyPayload::Written(written) if written.flaw().is_some()) {
            return Err(Terminal::new(ReplyBody { code: self.state.cancelled_body().code, ..body }));
        }
        self.state.prepare(body);
        Ok(self)
    }
}

impl<T> fmt::Debug for ReplyBuilder<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReplyBuilder({})", self.state.trace_id)
    }
}
