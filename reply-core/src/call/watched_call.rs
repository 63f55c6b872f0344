//! One call: run by a worker, perhaps cancelled by its caller, answered once (L16, L19, L27).

use std::sync::Arc;

use reply_vocabulary::ReplyType;

use crate::call::builder::ReplyBuilder;
use crate::call::call_state::CallState;
use crate::call::context::{CallContext, Question};
use crate::call::crash::{self, AbnormalEnd, Panic};
use crate::call::reply::{ReplyBody, ReplyPayload};
use crate::call::stopwatch::{Meta, Stopwatch};
use crate::call::trace::TraceId;
use crate::call::watch::Watch;
use crate::call::wrapper::Wrapper;
use crate::codes::code_ref::CodeRef;
use crate::codes::declares::DeclaredCodes;
use crate::data::value::ParamValue;
use crate::data::word::ArgumentProblem;
use crate::envelope::envelope_value::Envelope;
use crate::tool::definition::{ReplyResult, Tool};

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

impl Call {
    pub(crate) fn begin(wrapper: &Wrapper, tool: &'static str) -> Self {
        Self {
            wrapper: wrapper.clone(),
            state: Arc::new(CallState::new(wrapper.registry())),
            tool,
            arguments: String::new(),
            clock: Stopwatch::start(),
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
        let code = self.state.role(|roles| roles.bad_arguments);
        let body =
            ReplyBody { code, data: ReplyPayload::Params(vec![ParamValue::list(problems, ParamValue::problem)]) };
        Outcome::Replied(self.wrapper.envelope(body, self.meta(), self.tool, &self.arguments))
    }

    fn meta(&self) -> Meta {
        Meta { trace_id: self.state.trace_id, duration: self.clock.elapsed() }
    }

    /// The caller's handle.
    pub fn watch(&self) -> Watch {
        Watch::new(self.wrapper.clone(), Arc::clone(&self.state), self.tool, self.clock)
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
        self.state.declare(declared);
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
        let question = self.state.take_question();
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
            Ok(_) if self.state.is_mistyped() => (self.state.cancelled_body(), Some(AbnormalEnd::MistypedCode)),
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
        self.clock.pause();
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
        call.clock.resume();
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
