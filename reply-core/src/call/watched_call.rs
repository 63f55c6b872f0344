//! One call: run by a worker, perhaps cancelled by its caller, answered once (L16, L19, L27).

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use reply_vocabulary::ReplyType;

use crate::call::builder::ReplyBuilder;
use crate::call::cancellation::Cancellation;
use crate::call::context::{CallContext, Question};
use crate::call::crash::{self, AbnormalEnd, Panic};
use crate::call::reply::{ReplyBody, ReplyPayload};
use crate::call::trace::TraceId;
use crate::call::wrapper::Wrapper;
use crate::codes::code_table::{CodeRef, CodeTable};
use crate::codes::declares::DeclaredCodes;
use crate::data::value::ParamValue;
use crate::data::word::ArgumentProblem;
use crate::envelope::envelope_value::Envelope;
use crate::tool::definition::{ReplyResult, Tool};

/// The state of a call. It leaves `OPEN` once.
const OPEN: u8 = 0;
const COMMITTED: u8 = 1;
pub(crate) const CANCELLED: u8 = 2;

#[derive(Debug)]
pub(crate) struct CallState {
    pub(crate) trace_id: TraceId,
    registry: &'static CodeTable,
    stage: Arc<AtomicU8>,
    /// What a person has to be asked before the call can go on (L26).
    question: Mutex<Option<Question>>,
    /// The codes that the tool declares, sorted; unset for a body that is not a tool.
    declared: OnceLock<Arc<[CodeRef]>>,
    /// Set when the tool answered with a code that contradicts its types, that it does not declare, or that belongs to another
    /// registry: a bug (L05, L23).
    is_mistyped: AtomicBool,
    /// The success that is true once the change has been made (L27).
    prepared: Mutex<Option<ReplyBody>>,
    /// Set when the change has been made.
    has_taken_place: AtomicBool,
    /// The cause for the crash file of a call that ends in E.
    report: Mutex<Option<String>>,
}

impl CallState {
    /// The code of an answer; the crash role's code if it does not belong to its layer and ending, is not declared, or belongs
    /// to another registry.
    pub(crate) fn checked(&self, code: Result<CodeRef, CodeRef>) -> CodeRef {
        let crash = self.registry.role(|roles| roles.crash);
        match code {
            Ok(code) if code.is_of(self.registry) && self.is_declared(code) => code,
            _ => {
                self.is_mistyped.store(true, Ordering::Release);
                crash
            }
        }
    }

    /// Whether the tool's `codes!` list has the code: the type says so as well, unless it was written by hand.
    fn is_declared(&self, code: CodeRef) -> bool {
        self.declared.get().is_none_or(|declared| declared.binary_search(&code).is_ok())
    }

    /// Leaves `OPEN` for a commit; false if the call was cancelled first.
    pub(crate) fn commit(&self) -> bool {
        let left = self.stage.compare_exchange(OPEN, COMMITTED, Ordering::AcqRel, Ordering::Acquire);
        matches!(left, Ok(_) | Err(COMMITTED))
    }

    fn cancel(&self) -> bool {
        self.stage.compare_exchange(OPEN, CANCELLED, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// A success that is true already stays the one that is told.
    pub(crate) fn prepare(&self, body: ReplyBody) {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.has_taken_place.load(Ordering::Acquire) {
            *prepared = Some(body);
        }
    }

    pub(crate) fn report(&self, report: String) {
        *self.report.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
    }

    fn reported(&self) -> Option<AbnormalEnd> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).take().map(AbnormalEnd::Reported)
    }

    /// Counts for the change whose success is prepared and whose commit point is passed. Stated earlier it is about nothing: a
    /// tool that hands its builder to the component that makes the change could otherwise say in advance that it succeeds.
    pub(crate) fn took_place(&self) {
        let is_committed = self.stage.load(Ordering::Acquire) == COMMITTED;
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if is_committed && prepared.is_some() {
            self.has_taken_place.store(true, Ordering::Release);
        }
    }

    /// The prepared success, if the change has been made.
    fn true_success(&self) -> Option<ReplyBody> {
        let has_taken_place = self.has_taken_place.load(Ordering::Acquire);
        has_taken_place.then(|| self.prepared.lock().unwrap_or_else(PoisonError::into_inner).take()).flatten()
    }

    pub(crate) fn suspend(&self, question: Question) {
        *self.question() = Some(question);
    }

    /// A panic elsewhere leaves it consistent: it is set and taken whole.
    fn question(&self) -> std::sync::MutexGuard<'_, Option<Question>> {
        self.question.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_cancelled(&self) -> bool {
        self.cancellation().is_cancelled()
    }

    pub(crate) fn cancellation(&self) -> Cancellation {
        Cancellation::of(&self.stage)
    }

    pub(crate) fn cancelled_body(&self) -> ReplyBody {
        role_body(self.registry.role(|roles| roles.crash))
    }
}

/// A reply that the wrapper gives itself.
pub(crate) fn role_body(code: CodeRef) -> ReplyBody {
    ReplyBody { code, data: ReplyPayload::Params(Vec::new()) }
}

/// The most bytes of a call's arguments in a crash file.
const MAX_ARGUMENTS: usize = 16 * 1024;

/// A call that has begun: it has its trace id and its clock runs.
#[derive(Debug)]
pub struct Call {
    wrapper: Wrapper,
    state: Arc<CallState>,
    tool: &'static str,
    arguments: String,
    clock: Stopwatch,
}

/// A call that waits for a person (L26): no reply, no worker, no clock. It continues under its trace id, or is dropped.
#[derive(Debug)]
#[must_use = "a suspended call goes on when the person has answered"]
pub struct Suspended {
    call: Call,
    question: Box<Question>,
}

/// The outcome of running a call. A server handles each differently, and there is no fourth: it is matched without a
/// wildcard.
#[derive(Debug)]
#[must_use = "a call's reply must reach the caller"]
pub enum Outcome {
    /// The one reply.
    Replied(Envelope),
    /// A person has to be asked first. That is not a reply.
    Suspended(Suspended),
    /// It was cancelled meanwhile, and so has been answered.
    Cancelled,
}

impl Outcome {
    /// The reply, if there is one.
    pub fn reply(self) -> Option<Envelope> {
        match self {
            Self::Replied(envelope) => Some(envelope),
            Self::Suspended(_) | Self::Cancelled => None,
        }
    }
}

/// The time spent on a call, without the time of waiting for a person.
#[derive(Clone, Copy, Debug)]
struct Stopwatch {
    before: Duration,
    started: Instant,
}

impl Stopwatch {
    fn start(before: Duration) -> Self {
        Self { before, started: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        self.before + self.started.elapsed()
    }
}

/// A handle with which the caller waits for a call and may cancel it.
#[derive(Clone, Debug)]
pub struct Watch {
    wrapper: Wrapper,
    state: Arc<CallState>,
    tool: &'static str,
    clock: Stopwatch,
}

impl Call {
    pub(crate) fn begin(wrapper: &Wrapper, tool: &'static str) -> Self {
        let state = CallState {
            trace_id: TraceId::fresh(),
            registry: wrapper.registry(),
            stage: Arc::new(AtomicU8::new(OPEN)),
            question: Mutex::new(None),
            declared: OnceLock::new(),
            is_mistyped: AtomicBool::new(false),
            prepared: Mutex::new(None),
            has_taken_place: AtomicBool::new(false),
            report: Mutex::new(None),
        };
        Self {
            wrapper: wrapper.clone(),
            state: Arc::new(state),
            tool,
            arguments: String::new(),
            clock: Stopwatch::start(Duration::ZERO),
        }
    }

    /// The arguments for the crash file, at most the first 16 kB. Redact them before.
    #[must_use]
    pub fn with_arguments(mut self, redacted: impl Into<String>) -> Self {
        self.arguments = crash::shortened(redacted.into(), MAX_ARGUMENTS);
        self
    }

    /// The call's id.
    pub fn trace_id(&self) -> TraceId {
        self.state.trace_id
    }

    /// The tool that is called.
    pub fn tool(&self) -> &'static str {
        self.tool
    }

    /// Runs a part of the call that is not its body, with the panic net around it.
    pub(crate) fn guarded<V>(self, make: impl FnOnce() -> V) -> Result<(Self, V), Envelope> {
        match crash::catch(make) {
            Ok(value) => Ok((self, value)),
            Err(panic) => {
                self.wrapper.record(self.state.trace_id, self.tool, &self.arguments, &AbnormalEnd::Panic(panic));
                Err(self.wrapper.envelope(self.state.cancelled_body(), self.meta(), self.tool, ""))
            }
        }
    }

    /// Ends the call because its arguments are invalid: the tool never runs (L20).
    pub(crate) fn bad_arguments(self, problems: Vec<ArgumentProblem>) -> Outcome {
        if !self.state.commit() {
            return Outcome::Cancelled;
        }
        let code = self.state.registry.role(|roles| roles.bad_arguments);
        let body =
            ReplyBody { code, data: ReplyPayload::Params(vec![ParamValue::list(problems, ParamValue::problem)]) };
        Outcome::Replied(self.wrapper.envelope(body, self.meta(), self.tool, &self.arguments))
    }

    fn meta(&self) -> Meta {
        Meta { trace_id: self.state.trace_id, duration: self.clock.elapsed() }
    }

    /// The caller's handle.
    pub fn watch(&self) -> Watch {
        Watch { wrapper: self.wrapper.clone(), state: Arc::clone(&self.state), tool: self.tool, clock: self.clock }
    }

    /// Runs a body to its reply. A panic becomes the registry's crash code, with its stack on disk.
    pub fn run<T: DeclaredCodes, F>(self, body: F) -> Outcome
    where
        F: for<'c> FnOnce(ReplyBuilder<'c, T>) -> ReplyResult<'c>,
    {
        if self.state.is_cancelled() {
            return Outcome::Cancelled;
        }
        let outcome = crash::catch(|| into_body(body(ReplyBuilder::for_call(&self.state))));
        self.settle(outcome)
    }

    /// Runs a tool, which may await, to its reply. Its future is polled with the panic net around every step.
    pub(crate) async fn run_tool<T: Tool>(
        self,
        (tool, declared): (&T, &Arc<[CodeRef]>),
        (arguments, sent): (T::Arguments, &serde_json::Value),
        context: &CallContext,
    ) -> Outcome {
        if self.state.is_cancelled() {
            return Outcome::Cancelled;
        }
        // A call that continues after a question has it already.
        self.state.declared.get_or_init(|| Arc::clone(declared));
        let state = Arc::clone(&self.state);
        // Started inside the net: a tool may panic before its first await.
        let run = async {
            let rb = ReplyBuilder::for_call(&state).with_sent(sent, context.progress());
            into_body(tool.run(rb, arguments, context).await)
        };
        let outcome = crash::catch_in(run).await;
        self.settle(outcome)
    }

    /// The result of a finished body for the call.
    fn settle(self, outcome: Result<ReplyBody, Panic>) -> Outcome {
        let question = self.state.question().take();
        if let (true, Some(question)) = (outcome.is_ok(), question) {
            return self.suspend(question);
        }
        // Messages are rendered and scanned before the call is closed: that is part of its time, and the caller may cancel it
        // meanwhile.
        let (envelope, escape) = self.answer(outcome);
        if !self.state.commit() {
            return Outcome::Cancelled;
        }
        if let Some(escape) = &escape {
            self.wrapper.record(self.state.trace_id, self.tool, &self.arguments, escape);
        }
        Outcome::Replied(envelope)
    }

    /// The one envelope, and what has to be recorded.
    fn answer(&self, outcome: Result<ReplyBody, Panic>) -> (Envelope, Option<AbnormalEnd>) {
        let (body, escape) = match outcome {
            Ok(_) if self.state.is_mistyped.load(Ordering::Acquire) => {
                (self.state.cancelled_body(), Some(AbnormalEnd::MistypedCode))
            }
            Ok(body) => (body, None),
            Err(panic) => (self.state.cancelled_body(), Some(AbnormalEnd::Panic(panic))),
        };
        let code = body.code;
        let (envelope, flaw) = self.close(body);
        let escape = escape.or(flaw).or_else(|| self.state.reported());
        // L27: the change has been made, and whatever came after it does not revert it.
        let is_true = escape.is_none() && code.reply_type() == ReplyType::S;
        match self.state.true_success() {
            Some(prepared) if !is_true => {
                let (envelope, _) = self.close(prepared);
                (envelope, Some(escape.unwrap_or(AbnormalEnd::AfterTheChange(code))))
            }
            _ => (envelope, escape),
        }
    }

    /// Renders and scans a reply; a panic in that is a crash like any other.
    fn close(&self, body: ReplyBody) -> (Envelope, Option<AbnormalEnd>) {
        let closed = crash::catch(|| self.wrapper.close(body, self.meta()));
        closed.unwrap_or_else(|panic| {
            let (envelope, _) = self.wrapper.close(self.state.cancelled_body(), self.meta());
            (envelope, Some(AbnormalEnd::Panic(panic)))
        })
    }

    fn suspend(mut self, question: Question) -> Outcome {
        if self.state.is_cancelled() {
            return Outcome::Cancelled;
        }
        self.clock.before = self.clock.elapsed();
        Outcome::Suspended(Suspended { call: self, question: Box::new(question) })
    }
}

impl Suspended {
    /// The question for the person.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Continues the call: with the same trace id, and its clock runs on.
    pub fn resume(self) -> Call {
        let Self { mut call, .. } = self;
        call.clock = Stopwatch::start(call.clock.before);
        call
    }

    /// The call's id.
    pub fn trace_id(&self) -> TraceId {
        self.call.trace_id()
    }
}

fn into_body(result: ReplyResult<'_>) -> ReplyBody {
    match result {
        Ok(reply) => reply.into_body(),
        Err(terminal) => terminal.into_body(),
    }
}

impl Watch {
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
        let overload = self.state.registry.role(|roles| roles.overload);
        self.state.cancel().then(|| self.envelope(role_body(overload)))
    }

    fn envelope(&self, body: ReplyBody) -> Envelope {
        let meta = Meta { trace_id: self.state.trace_id, duration: self.clock.elapsed() };
        self.wrapper.envelope(body, meta, self.tool, "")
    }
}

/// What the wrapper adds to a reply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meta {
    pub(crate) trace_id: TraceId,
    pub(crate) duration: Duration,
}
