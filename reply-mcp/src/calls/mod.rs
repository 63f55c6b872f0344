//! A tool call, from its request to its one reply.

pub(crate) mod client;
pub(crate) mod elicitation;
pub(crate) mod limits;
pub(crate) mod pool;
pub(crate) mod progress;
pub(crate) mod questions;
pub(crate) mod queue;
pub(crate) mod result;

use std::sync::Arc;

use reply_core::{
    ArgumentProblem, Call, CallContext, CallEvent, ClientDecision, Envelope, Outcome, SessionSource, Suspended, Text,
    Toolset, block_on,
};
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::service::RequestContext;
use serde_json::Value;

use self::client::ClientId;
use self::elicitation::{Elicitation, RequestStateSealer, Resumed};
use self::pool::{CallPool, PoolOutcome};
use self::progress::ProgressNotifier;
use self::questions::QuestionLimits;
use crate::connection::{Connection, InFlight};
use crate::http::{SessionStreams, UnreadReply};
use crate::message::budget::Reservation;
use crate::message::held_by;
use crate::message::outline::ArgumentRefusal;
use crate::server::Server;

/// Carries calls to the tools.
pub(crate) struct Calls {
    pub(crate) tools: Arc<Toolset>,
    /// Where the calls run.
    pub(crate) pool: CallPool,
    sealer: RequestStateSealer,
    session: SessionSource,
    asks_in_client: bool,
    questions: QuestionLimits,
    /// The connection to the one client on stdio.
    pub(crate) connection: Connection,
}

/// One request to call a tool.
pub(crate) struct ToolCall<'a> {
    tool: &'static str,
    is_blocking: bool,
    arguments: Arc<Value>,
    cx: &'a RequestContext<RoleServer>,
}

impl ToolCall<'_> {
    /// The bytes it holds while it waits.
    fn bytes(&self) -> usize {
        held_by(std::iter::once(&*self.arguments).chain(self.cx.meta.values()))
    }
}

impl Calls {
    pub(crate) fn new(server: &Server, session: SessionSource) -> Self {
        Self {
            tools: Arc::new(server.tools.clone()),
            pool: CallPool::new(server.limits),
            sealer: RequestStateSealer::new(),
            session,
            asks_in_client: server.asks_in_client,
            questions: QuestionLimits::default(),
            connection: Connection::default(),
        }
    }

    pub(crate) fn request<'a>(
        &self,
        name: &str,
        arguments: Value,
        cx: &'a RequestContext<RoleServer>,
    ) -> Result<ToolCall<'a>, ErrorData> {
        let tool = self.tools.find(name).ok_or_else(|| {
            let known: Vec<&str> = self.tools.descriptions().map(|tool| tool.name).collect();
            ErrorData::invalid_params(format!("there is no such tool; there are {}", known.join(", ")), None)
        })?;
        Ok(ToolCall { tool: tool.name, is_blocking: tool.is_blocking, arguments: Arc::new(arguments), cx })
    }

    /// Answers a request, asking the person at the client where it must and can.
    pub(crate) async fn answer(
        &self,
        mut request: CallToolRequestParams,
        cx: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.take().unwrap_or_default());
        let tool_call = self.request(&request.name, arguments, cx)?;
        if let (Some(reservation), None, None) = (reservation(cx), &request.request_state, &request.input_responses) {
            // Whitespace and escapes around the values are gone.
            reservation.shrink_to(tool_call.bytes());
        }
        if let Some(refused) = self.refused(&tool_call) {
            return Ok(result::result(refused).into());
        }
        if let Some(state) = &request.request_state {
            let responses = request.input_responses.as_ref();
            match self.sealer.take(state, responses, tool_call.tool, &tool_call.arguments) {
                Resumed::Answered(question, decision) => {
                    let call = self.begin(&tool_call);
                    let context = self.context(cx).with_answer(&call, question, decision);
                    let reply = self.reply_to(&tool_call, call, context).await;
                    return Ok(result::result(reply).into());
                }
                Resumed::Open => {}
                Resumed::Foreign => return Err(self.foreign_state(&tool_call)),
            }
        }
        let elicitation = Elicitation::of(cx).filter(|_| self.asks_in_client);
        let Some(elicitation) = elicitation else { return Ok(result::result(self.reply(&tool_call).await).into()) };
        // Boxed, because most calls ask no question.
        Ok(Box::pin(self.answer_or_ask(&tool_call, elicitation)).await)
    }

    /// Answers a request whose client can ask the person.
    async fn answer_or_ask(&self, tool_call: &ToolCall<'_>, elicitation: Elicitation) -> CallToolResponse {
        let call = self.begin(tool_call);
        let context = self.context(tool_call.cx).with_elicitation(&call);
        let suspended = match self.run(tool_call, call, context).await {
            Ok(envelope) => return result::result(envelope).into(),
            Err(suspended) => suspended,
        };
        let question = suspended.question();
        let context = self.context(tool_call.cx);
        match elicitation {
            Elicitation::InputRequired => {
                // The client brings the person's answer with a second call; this one is complete.
                if let Some(sealed) = self.sealer.seal_question(question, tool_call.tool, &tool_call.arguments) {
                    return sealed.into();
                }
            }
            Elicitation::Request => {
                // Too many open questions: this one is left to the approval queue.
                let open = self.questions.try_open(&client(tool_call.cx), tool_call.bytes());
                let decision = match &open {
                    Some(_) => {
                        // A question may stay open for long: its call counts among the questions, not among those in flight.
                        reservation(tool_call.cx).inspect(|reservation| reservation.shrink_to(0));
                        elicitation::ask(question, tool_call.cx, self.question_expired(tool_call.cx)).await
                    }
                    None => ClientDecision::Open,
                };
                let asked = question.id;
                let call = suspended.resume();
                let context = context.with_answer(&call, asked, decision);
                return result::result(self.reply_to(tool_call, call, context).await).into();
            }
        }
        result::result(self.reply_to(tool_call, suspended.resume(), context).await).into()
    }

    /// The one reply of a call that asks no question.
    pub(crate) async fn reply(&self, tool_call: &ToolCall<'_>) -> Envelope {
        self.reply_to(tool_call, self.begin(tool_call), self.context(tool_call.cx)).await
    }

    fn context(&self, cx: &RequestContext<RoleServer>) -> CallContext {
        let context = CallContext::new(self.session);
        match cx.client_info() {
            Some(client) => context.with_client(&client.name, &client.version),
            None => context,
        }
    }

    /// Resolves once a question has become pointless: the client sends no more, it has disconnected or ended its session, or the
    /// server is shutting down.
    async fn question_expired(&self, cx: &RequestContext<RoleServer>) {
        let hung_up = async {
            match extension::<SessionStreams>(cx) {
                Some(streams) => streams.abandoned().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = self.connection.input_closed() => {}
            () = self.pool.closed() => {}
            () = hung_up => {}
        }
    }

    /// The client's mistake, not the agent's, so it is a protocol error, with the reply beside it.
    fn foreign_state(&self, tool_call: &ToolCall<'_>) -> ErrorData {
        let problem = ArgumentProblem {
            field: "requestState".into(),
            problem: "does not belong to this call".into(),
            expected: "the state that this very call was answered with; call without it to be asked anew".into(),
        };
        let envelope = self.tools.wrapper().bad_arguments(tool_call.tool, vec![problem]);
        self.observe(tool_call, CallEvent::replied(tool_call.tool, &envelope));
        result::bad_params(&envelope)
    }

    async fn reply_to(&self, tool_call: &ToolCall<'_>, call: Call, context: CallContext) -> Envelope {
        // Only a call whose context lets it ask is suspended; if another one were, it would still be answered.
        let replied = self.run(tool_call, call, context).await;
        replied.unwrap_or_else(|_suspended| self.tools.wrapper().overloaded(tool_call.tool))
    }

    fn begin(&self, tool_call: &ToolCall<'_>) -> Call {
        self.tools
            .wrapper()
            .begin(tool_call.tool)
            .with_arguments(self.tools.outline(tool_call.tool, &tool_call.arguments).to_string())
    }

    /// Runs a call to its reply, or until it has to wait for a person.
    async fn run(&self, tool_call: &ToolCall<'_>, call: Call, context: CallContext) -> Result<Envelope, Suspended> {
        let (tools, arguments) = (Arc::clone(&self.tools), Arc::clone(&tool_call.arguments));
        // The bytes of a request are in flight until its body has ended, whichever task waits for that.
        let reservation = reservation(tool_call.cx).cloned();
        let in_flight = tool_call.cx.extensions.get::<Arc<InFlight>>().cloned();
        let unread = extension::<Arc<UnreadReply>>(tool_call.cx).cloned();
        let cancelled = tool_call.cx.ct.cancelled();
        let (notifier, context) = match ProgressNotifier::of(tool_call.cx) {
            Some((notifier, progress)) => (Some(notifier), context.with_progress(progress)),
            None => (None, context),
        };
        let run = async move |call| {
            let outcome = tools.run(call, &arguments, &context).await;
            if let Outcome::Replied(envelope) = &outcome {
                in_flight.inspect(|in_flight| in_flight.reply_made(envelope.as_json().len()));
                // It is held as a value and as text until it is sent.
                unread.inspect(|unread| unread.raise_to(held_by([envelope.as_value()]) + envelope.as_json().len()));
            }
            drop(reservation);
            outcome
        };
        let client = client(tool_call.cx);
        let pooled = async {
            if tool_call.is_blocking {
                self.pool.run(&client, call, cancelled, move |call| block_on(run(call))).await
            } else {
                self.pool.drive(&client, call, cancelled, run).await
            }
        };
        let outcome = match notifier {
            // Boxed, because most clients do not ask for progress.
            Some(notifier) => Box::pin(notifier.around(pooled)).await,
            None => pooled.await,
        };
        self.conclude(tool_call, outcome)
    }

    /// The reply of a call that the pool has finished; a reply that no tool gave is passed to the observer.
    fn conclude(&self, tool_call: &ToolCall<'_>, outcome: PoolOutcome) -> Result<Envelope, Suspended> {
        let tool = tool_call.tool;
        let envelope = match outcome {
            // The toolset has passed it to the observer.
            PoolOutcome::Replied(envelope) => return Ok(envelope),
            PoolOutcome::Suspended(suspended) => return Err(suspended),
            PoolOutcome::Cancelled(envelope) => {
                self.observe(tool_call, CallEvent::cancelled(tool, &envelope));
                return Ok(envelope);
            }
            PoolOutcome::TimedOut(envelope) => envelope,
            PoolOutcome::Rejected => self.tools.wrapper().overloaded(tool),
            PoolOutcome::Crashed => {
                let envelope = self.tools.wrapper().crashed(tool, "something around the tool panicked");
                log_stderr!("{}: the server's own code failed around {tool}", envelope.trace_id());
                envelope
            }
        };
        self.observe(tool_call, CallEvent::replied(tool, &envelope));
        Ok(envelope)
    }

    /// Passes a reply that no tool gave to the observer, with the arguments.
    fn observe(&self, tool_call: &ToolCall<'_>, event: CallEvent<'_>) {
        let (outline, context) = (self.tools.outline(tool_call.tool, &tool_call.arguments), self.context(tool_call.cx));
        self.tools.observe(event.asked(&outline, &context).on_reactor());
    }

    /// The reply to a call that arrived without its arguments, because they were too large.
    fn refused(&self, tool_call: &ToolCall<'_>) -> Option<Envelope> {
        let tool = tool_call.tool;
        let envelope = match extension::<ArgumentRefusal>(tool_call.cx)?.problem() {
            None => self.tools.wrapper().overloaded(tool),
            Some((problem, expected)) => {
                let field = "arguments".into();
                let problem = ArgumentProblem { field, problem: problem.into(), expected: Text::new(expected) };
                self.tools.wrapper().bad_arguments(tool, vec![problem])
            }
        };
        self.observe(tool_call, CallEvent::replied(tool, &envelope));
        Some(envelope)
    }
}

/// The transport's information about a request. Over HTTP it came with the request head.
fn extension<T: Send + Sync + 'static>(cx: &RequestContext<RoleServer>) -> Option<&T> {
    let of_http = || cx.extensions.get::<axum::http::request::Parts>()?.extensions.get::<T>();
    cx.extensions.get::<T>().or_else(of_http)
}

/// Whom a request comes from.
fn client(cx: &RequestContext<RoleServer>) -> ClientId {
    extension::<ClientId>(cx).cloned().unwrap_or_default()
}

/// The bytes that the transport has reserved for a request.
fn reservation(cx: &RequestContext<RoleServer>) -> Option<&Arc<Reservation>> {
    extension(cx)
}
