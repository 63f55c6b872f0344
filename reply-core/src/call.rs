//! One call: run by a worker, perhaps given up by whoever waits, answered once (L16, L19, L27).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use crate::answer::Answer;
use crate::builder::ReplyBuilder;
use crate::crash::{self, Escape};
use crate::envelope::Envelope;
use crate::registry::{Code, Registry};
use crate::reply::{Body, Data, Reply, Terminal};
use crate::trace::TraceId;
use crate::wrapper::Wrapper;

/// What a call has come to. It leaves `OPEN` once.
const OPEN: u8 = 0;
const COMMITTED: u8 = 1;
const GIVEN_UP: u8 = 2;

#[derive(Debug)]
pub(crate) struct CallState {
    pub(crate) trace_id: TraceId,
    registry: &'static Registry,
    stage: AtomicU8,
    /// Set when the tool stepped aside for a person (L26).
    is_paused: AtomicBool,
    /// Set when the tool answered with a code of another registry: a bug, since a program has one (L23).
    is_foreign: AtomicBool,
}

impl CallState {
    /// The code of an answer, or the crash role's if it is a code of another registry.
    pub(crate) fn code_of(&self, answer: &Answer) -> Code {
        self.registry.code_at(answer.place).unwrap_or_else(|| {
            self.is_foreign.store(true, Ordering::Release);
            Code::at(self.registry, self.registry.roles().crash)
        })
    }

    /// Leaves `OPEN` for a commit; false if the call was given up first.
    pub(crate) fn commit(&self) -> bool {
        let left = self.stage.compare_exchange(OPEN, COMMITTED, Ordering::AcqRel, Ordering::Acquire);
        matches!(left, Ok(_) | Err(COMMITTED))
    }

    fn give_up(&self) -> bool {
        self.stage.compare_exchange(OPEN, GIVEN_UP, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    pub(crate) fn pause(&self) {
        self.is_paused.store(true, Ordering::Release);
    }

    fn is_given_up(&self) -> bool {
        self.stage.load(Ordering::Acquire) == GIVEN_UP
    }

    pub(crate) fn given_up_body(&self) -> Body {
        role_body(self.registry, self.registry.roles().crash)
    }
}

/// A reply that the wrapper gives itself.
pub(crate) fn role_body(registry: &'static Registry, index: u16) -> Body {
    Body { code: Code::at(registry, index), data: Data::Params(Vec::new()) }
}

/// A call that has begun: it has its trace id and its clock runs.
#[derive(Debug)]
pub struct Call {
    wrapper: Wrapper,
    state: Arc<CallState>,
    tool: &'static str,
    arguments: String,
    clock: Stopwatch,
}

/// A call that waits for a person (L26): no reply, no worker, no clock. It goes on under its trace id, or is dropped.
#[derive(Debug)]
#[must_use = "a paused call goes on when the person has answered"]
pub struct Paused {
    call: Call,
}

/// What came of running a call.
#[derive(Debug)]
#[must_use = "a call's reply must reach whoever asked"]
pub enum Outcome {
    /// The one reply.
    Replied(Envelope),
    /// A person has to be asked first. That is not a reply.
    Paused(Paused),
    /// It was given up meanwhile, and so has been answered.
    GivenUp,
}

impl Outcome {
    /// The reply, if there is one.
    pub fn reply(self) -> Option<Envelope> {
        match self {
            Self::Replied(envelope) => Some(envelope),
            Self::Paused(_) | Self::GivenUp => None,
        }
    }
}

/// The time spent on a call; waiting for a person is not part of it.
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

/// Someone who waits for a call and may give it up.
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
            stage: AtomicU8::new(OPEN),
            is_paused: AtomicBool::new(false),
            is_foreign: AtomicBool::new(false),
        };
        Self {
            wrapper: wrapper.clone(),
            state: Arc::new(state),
            tool,
            arguments: String::new(),
            clock: Stopwatch::start(Duration::ZERO),
        }
    }

    /// What the crash file says of the arguments. Redact before giving it.
    #[must_use]
    pub fn with_arguments(mut self, redacted: impl Into<String>) -> Self {
        self.arguments = redacted.into();
        self
    }

    /// The call's id.
    pub fn trace_id(&self) -> TraceId {
        self.state.trace_id
    }

    /// A handle for whoever waits.
    pub fn watch(&self) -> Watch {
        Watch { wrapper: self.wrapper.clone(), state: Arc::clone(&self.state), tool: self.tool, clock: self.clock }
    }

    /// Runs the tool. Whatever escapes from it becomes the registry's crash code, with its stack on disk.
    ///
    /// A tool that needs a person's answer first pauses instead of replying; run the call again when there is one.
    pub fn run<F>(self, tool: F) -> Outcome
    where
        F: for<'c> FnOnce(ReplyBuilder<'c>) -> Result<Reply<'c>, Terminal<'c>>,
    {
        if self.state.is_given_up() {
            return Outcome::GivenUp;
        }
        let outcome = crash::watch_for_panics(|| {
            // The tool's state is behind locks that tell a later call of the panic; nothing else outlives the closure.
            catch_unwind(AssertUnwindSafe(|| body_of(&self.state, tool)))
        });
        if outcome.is_ok() && self.state.is_paused.load(Ordering::Acquire) {
            return self.step_aside();
        }
        if !self.state.commit() {
            return Outcome::GivenUp;
        }
        let (body, escape) = match outcome {
            Ok(_) if self.state.is_foreign.load(Ordering::Acquire) => {
                (self.state.given_up_body(), Some(Escape::ForeignCode))
            }
            Ok(body) => (body, None),
            Err(panic) => (self.state.given_up_body(), Some(Escape::Panic(panic))),
        };
        if let Some(escape) = &escape {
            self.wrapper.record(self.state.trace_id, self.tool, &self.arguments, escape);
        }
        let meta = Meta { trace_id: self.state.trace_id, duration: self.clock.elapsed() };
        Outcome::Replied(self.wrapper.envelope(body, meta, self.tool, &self.arguments))
    }

    fn step_aside(mut self) -> Outcome {
        if self.state.is_given_up() {
            return Outcome::GivenUp;
        }
        self.clock.before = self.clock.elapsed();
        Outcome::Paused(Paused { call: self })
    }
}

impl Paused {
    /// Takes the call up again: the same trace id, and its clock runs on.
    pub fn resume(self) -> Call {
        let Self { mut call } = self;
        call.state.is_paused.store(false, Ordering::Release);
        call.clock = Stopwatch::start(call.clock.before);
        call
    }

    /// The call's id.
    pub fn trace_id(&self) -> TraceId {
        self.call.trace_id()
    }
}

fn body_of<F>(state: &CallState, tool: F) -> Body
where
    F: for<'c> FnOnce(ReplyBuilder<'c>) -> Result<Reply<'c>, Terminal<'c>>,
{
    match tool(ReplyBuilder::for_call(state)) {
        Ok(reply) => reply.into_body(),
        Err(terminal) => terminal.into_body(),
    }
}

impl Watch {
    /// Gives the call up, because of a timeout or because nobody waits any more.
    ///
    /// Returns the answer, unless the call has passed its commit point: then its own reply is on the way, and is the
    /// only true one (L27).
    pub fn give_up(&self, why: &'static str) -> Option<Envelope> {
        if !self.state.give_up() {
            return None;
        }
        self.wrapper.record(self.state.trace_id, self.tool, "", &Escape::GivenUp(why));
        Some(self.envelope(self.state.given_up_body()))
    }

    /// Turns away a call that never had its turn. Returns the answer, unless the call is past its commit point.
    pub fn turn_away(&self) -> Option<Envelope> {
        let overload = self.state.registry.roles().overload;
        self.state.give_up().then(|| self.envelope(role_body(self.state.registry, overload)))
    }

    fn envelope(&self, body: Body) -> Envelope {
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
