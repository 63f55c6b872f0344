//! The tools of a program: listed, described, validated and dispatched from their definitions.

use std::collections::HashSet;
use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

use serde_json::{Map, Value};

use crate::call::context::CallContext;
use crate::call::watched_call::{Call, Outcome};
use crate::call::wrapper::Wrapper;
use crate::codes::code_ref::CodeRef;
use crate::envelope::schema::Schemas;
use crate::envelope::{Envelope, output_schema};
use crate::tool::arguments::{ArgumentOutline, Arguments};
use crate::tool::definition::{Effect, Tool};

/// The tools of a program, with the wrapper around each call.
#[derive(Clone)]
pub struct Toolset {
    wrapper: Wrapper,
    tools: Vec<Arc<dyn AnyTool>>,
    observer: Option<Arc<Observer>>,
}

type Observer = dyn Fn(CallEvent<'_>) + Send + Sync;

/// The outcome of a call, for a journal.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CallEvent<'e> {
    /// The tool that was called.
    pub tool: &'static str,
    /// The reply; for a cancelled call, the one that is dropped.
    pub envelope: &'e Envelope,
    /// Whether its client cancelled it before it changed anything.
    pub is_cancelled: bool,
    /// Whether the thread carries the protocol, and so must not block.
    pub is_on_reactor: bool,
    /// What may be kept of its arguments; `None` if there were none.
    pub arguments: Option<&'e ArgumentOutline<'e>>,
    /// How it reached the program, if that is known.
    pub context: Option<&'e CallContext>,
}

impl<'e> CallEvent<'e> {
    /// A call that was replied to.
    pub fn replied(tool: &'static str, envelope: &'e Envelope) -> Self {
        Self { tool, envelope, is_cancelled: false, is_on_reactor: false, arguments: None, context: None }
    }

    /// The same with the arguments, and how the call arrived.
    #[must_use]
    pub fn asked(self, arguments: &'e ArgumentOutline<'e>, context: &'e CallContext) -> Self {
        Self { arguments: Some(arguments), context: Some(context), ..self }
    }

    /// A call that its client cancelled before it changed anything.
    pub fn cancelled(tool: &'static str, envelope: &'e Envelope) -> Self {
        Self { is_cancelled: true, ..Self::replied(tool, envelope) }
    }

    /// The same on a thread that must not block.
    #[must_use]
    pub fn on_reactor(self) -> Self {
        Self { is_on_reactor: true, ..self }
    }
}

/// A tool as clients see it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolDescription {
    /// The name agents call it by.
    pub name: &'static str,
    /// The name people see.
    pub title: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// What it does to the world.
    pub effect: Effect,
    /// Whether it blocks its thread.
    pub is_blocking: bool,
    /// The JSON Schema of its arguments.
    pub input_schema: Map<String, Value>,
    /// The JSON Schema of its envelopes.
    pub output_schema: Map<String, Value>,
    /// Every code it can give, besides those of the wrapper, sorted.
    pub codes: Vec<CodeRef>,
}

impl Toolset {
    /// No tools yet.
    pub fn new(wrapper: Wrapper) -> Self {
        Self { wrapper, tools: Vec::new(), observer: None }
    }

    /// Adds a tool.
    ///
    /// # Panics
    /// If there is a tool of that name: one of the two would be listed and never called.
    #[must_use]
    #[track_caller]
    pub fn with<T: Tool>(mut self, tool: T) -> Self {
        assert!(self.tool(T::NAME).is_none(), "two tools are called `{}`: give one of them another `NAME`", T::NAME);
        let description = describe::<T>();
        let declared = description.codes.as_slice().into();
        self.tools.push(Arc::new(ServedTool { description, declared, tool }));
        self
    }

    /// Passes every reply to `observer`, once, before it is sent: for a journal.
    #[must_use]
    pub fn observed_by(mut self, observer: impl Fn(CallEvent<'_>) + Send + Sync + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// The tools, in the order they were added.
    pub fn descriptions(&self) -> impl ExactSizeIterator<Item = &ToolDescription> {
        self.tools.iter().map(|tool| tool.description())
    }

    /// The tool of a name.
    pub fn find(&self, name: &str) -> Option<&ToolDescription> {
        self.tool(name).map(|tool| tool.description())
    }

    /// The wrapper around every call.
    pub fn wrapper(&self) -> &Wrapper {
        &self.wrapper
    }

    /// What may be kept of a call's arguments; empty for an unknown tool.
    pub fn outline<'a>(&self, name: &str, arguments: &'a Value) -> ArgumentOutline<'a> {
        self.tool(name).map(|tool| tool.outline(arguments)).unwrap_or_default()
    }

    /// Begins a call of a tool; `None` if there is no such tool.
    pub fn begin(&self, name: &str) -> Option<Call> {
        let tool = self.tool(name)?;
        Some(self.wrapper.begin(tool.description().name))
    }

    /// Runs a call that has begun, to its reply or to a question. Every reply is passed to the observer.
    pub async fn run(&self, call: Call, arguments: &Value, context: &CallContext) -> Outcome {
        let name = call.tool();
        let Some(tool) = self.tool(name) else { return Outcome::Cancelled };
        let outcome = tool.run(call, arguments, context).await;
        if let (Outcome::Replied(envelope), Some(_)) = (&outcome, &self.observer) {
            // L27: the reply is made, and may tell of a change. A panic from here on is recorded, and takes nothing back.
            let outline = self.wrapper.guard(name, || tool.outline(arguments)).unwrap_or_default();
            let event = CallEvent::replied(name, envelope).asked(&outline, context);
            self.observe(if tool.description().is_blocking { event } else { event.on_reactor() });
        }
        outcome
    }

    /// Calls a tool and waits for its reply on this thread: for a command line, and for tests. `None` if there is no such tool.
    /// A call that asks a person ends as a crash: no person is asked here, so pass a context that cannot ask.
    pub fn call(&self, name: &str, arguments: &Value, context: &CallContext) -> Option<Envelope> {
        let call = self.begin(name)?;
        let tool = call.tool();
        let outcome = block_on(self.run(call, arguments, context));
        Some(
            outcome
                .reply()
                .unwrap_or_else(|| self.wrapper.crashed(tool, "it asked a person, and nobody is asked here")),
        )
    }

    /// Passes a reply that no tool gave, such as an overload, to the observer. A panic of the observer is recorded in a crash file
    /// and changes nothing about the reply.
    pub fn observe(&self, event: CallEvent<'_>) {
        if let Some(observer) = &self.observer {
            let observed = self.wrapper.guard(event.tool, || observer(event));
            // The envelope of the panic is nobody's reply.
            drop(observed);
        }
    }

    fn tool(&self, name: &str) -> Option<&Arc<dyn AnyTool>> {
        self.tools.iter().find(|tool| tool.description().name == name)
    }
}

impl fmt::Debug for Toolset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.descriptions().map(|tool| tool.name)).finish()
    }
}

/// A type-erased tool.
trait AnyTool: Send + Sync {
    fn description(&self) -> &ToolDescription;
    fn outline<'a>(&self, arguments: &'a Value) -> ArgumentOutline<'a>;
    fn run<'a>(&'a self, call: Call, arguments: &'a Value, context: &'a CallContext) -> BoxFuture<'a, Outcome>;
}

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

struct ServedTool<T: Tool> {
    description: ToolDescription,
    /// The codes of the description, for the guard of each call.
    declared: Arc<[CodeRef]>,
    tool: T,
}

impl<T: Tool> AnyTool for ServedTool<T> {
    fn description(&self) -> &ToolDescription {
        &self.description
    }

    fn outline<'a>(&self, arguments: &'a Value) -> ArgumentOutline<'a> {
        ArgumentOutline::of::<T::Arguments>(arguments)
    }

    fn run<'a>(&'a self, call: Call, arguments: &'a Value, context: &'a CallContext) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            // L20: invalid arguments never reach the tool.
            match call.guarded(|| T::Arguments::from_json(arguments)) {
                Err(crashed) => Outcome::Replied(crashed),
                Ok((call, Err(problems))) => call.bad_arguments(problems),
                Ok((call, Ok(read))) => call.run_tool((&self.tool, &self.declared), (read, arguments), context).await,
            }
        })
    }
}

fn describe<T: Tool>() -> ToolDescription {
    let mut schemas = Schemas::default();
    let mut data = Vec::new();
    let mut seen = HashSet::new();
    for schema in T::data(&mut schemas) {
        // Two successes with the same data need one schema.
        if seen.insert(schema.to_string()) {
            data.push(schema);
        }
    }
    let mut codes = T::codes();
    codes.sort_unstable();
    codes.dedup();
    ToolDescription {
        name: T::NAME,
        title: T::TITLE,
        description: T::DESCRIPTION,
        effect: T::EFFECT,
        is_blocking: T::BLOCKING,
        input_schema: T::Arguments::json_schema(),
        output_schema: output_schema::schema(&data, &schemas.into_definitions()),
        codes,
    }
}

/// Waits for a future on this thread, without a runtime.
pub fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}

#[cfg(test)]
mod tests;
