//! A call of a tool, from its request to its one reply.

use std::sync::{Arc, OnceLock};

use enforcement::{Answer, Asking, Heard, Question};
use reply_core::{Call, Envelope, Id, Problem};
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::service::RequestContext;
use serde_json::Value;

use super::answer;
use super::asking::{self, Back, Rounds, Way};
use super::line::Line;
use super::work::{Ran, Work};
use crate::app::App;
use crate::arguments;
use crate::config::Approvals;
use crate::tools::{Asked, Origin, Tool};

/// What carries calls to the tools.
pub(crate) struct Calls {
    app: Arc<App>,
    tools: Vec<Arc<Tool>>,
    work: Work,
    rounds: Rounds,
    origin: Origin,
    line: Line,
}

/// Where a run of a call may find its approval.
enum Approval {
    AtTheDesk,
    InClient(Arc<OnceLock<Question>>),
    Answered(Heard),
}

impl Approval {
    fn asking(&self) -> Asking<'_> {
        match self {
            Self::AtTheDesk => Asking::AtTheDesk,
            Self::InClient(place) => Asking::InClient(place),
            Self::Answered(heard) => Asking::Answered(*heard),
        }
    }
}

/// One request to call a tool.
pub(crate) struct Requested<'a> {
    tool: Arc<Tool>,
    arguments: Arc<Value>,
    cx: &'a RequestContext<RoleServer>,
}

impl Calls {
    pub(crate) fn new(app: Arc<App>, tools: Vec<Tool>, origin: Origin) -> Self {
        let tools = tools.into_iter().map(Arc::new).collect();
        Self { work: Work::new(Arc::clone(&app)), app, tools, rounds: Rounds::new(), origin, line: Line::default() }
    }

    /// The room the calls run in.
    pub(crate) fn work(&self) -> Work {
        self.work.clone()
    }

    /// The line to the one client on stdio.
    pub(crate) fn line(&self) -> Line {
        self.line.clone()
    }

    pub(crate) fn request<'a>(
        &self,
        name: &str,
        arguments: Value,
        cx: &'a RequestContext<RoleServer>,
    ) -> Result<Requested<'a>, ErrorData> {
        let tool = self.tools.iter().find(|tool| tool.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.tools.iter().map(|tool| tool.name).collect();
            ErrorData::invalid_params(format!("there is no such tool; there are {}", known.join(", ")), None)
        })?;
        Ok(Requested { tool: Arc::clone(tool), arguments: Arc::new(arguments), cx })
    }

    /// Answers a request, asking the person at the client where it must and can.
    pub(crate) async fn answer(
        &self,
        mut request: CallToolRequestParams,
        cx: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.take().unwrap_or_default());
        let requested = self.request(&request.name, arguments, cx)?;
        if let Some(state) = &request.request_state {
            let responses = request.input_responses.as_ref();
            match self.rounds.take(state, responses, requested.tool.name, &requested.arguments) {
                Back::Answered(request, answer) => {
                    let approval = self.approval(request, answer);
                    let reply = self.reply_to(&requested, self.begin(&requested), approval).await;
                    return Ok(answer::result(reply).into());
                }
                Back::Open => {}
                Back::Foreign => return Err(self.foreign_state(&requested)),
            }
        }
        let way = asking::way(cx).filter(|_| self.app.approvals == Approvals::Client);
        let Some(way) = way else { return Ok(answer::result(self.reply(&requested).await).into()) };
        // Boxed, for the sake of the many calls that ask nobody.
        Ok(Box::pin(self.answer_or_ask(&requested, way)).await)
    }

    /// Answers a request of a client whose person can be asked.
    async fn answer_or_ask(&self, requested: &Requested<'_>, way: Way) -> CallToolResponse {
        let place = Arc::new(OnceLock::new());
        let paused = match self.run(requested, self.begin(requested), Approval::InClient(Arc::clone(&place))).await {
            Ran::Replied(envelope) => return answer::result(envelope).into(),
            Ran::Paused(paused) => paused,
        };
        let mut approval = Approval::AtTheDesk;
        match (way, place.get()) {
            (Way::Round, Some(question)) => {
                let posed = self.rounds.pose(question, requested.tool.name, &requested.arguments);
                // The person's answer comes with a call of its own; this one has done its part.
                if let Some(posed) = posed {
                    return posed.into();
                }
            }
            (Way::Request, Some(question)) => {
                let answer = asking::ask(question, requested.cx, self.nobody_answers()).await;
                approval = self.approval(question.request, answer);
            }
            (_, None) => {}
        }
        answer::result(self.reply_to(requested, paused.resume(), approval).await).into()
    }

    /// The one reply of a call that asks nobody.
    pub(crate) async fn reply(&self, requested: &Requested<'_>) -> Envelope {
        self.reply_to(requested, self.begin(requested), Approval::AtTheDesk).await
    }

    /// What a person's answer means for the rest of the call.
    fn approval(&self, request: Id, answer: Option<Answer>) -> Approval {
        let heard = answer.map(|answer| self.app.enforcement.hear(request, answer));
        heard.map_or(Approval::AtTheDesk, Approval::Answered)
    }

    /// Comes true when a question has become useless: the client has stopped talking, or the server is about to end.
    async fn nobody_answers(&self) {
        tokio::select! {
            () = self.line.deserted() => {}
            () = self.work.over() => {}
        }
    }

    /// The client's mistake and not the agent's, so an error of the protocol, with the reply beside it.
    fn foreign_state(&self, requested: &Requested<'_>) -> ErrorData {
        let problem = Problem {
            field: "requestState".into(),
            problem: "does not belong to this call".into(),
            expected: "the state that this very call was answered with; call without it to be asked anew".into(),
        };
        let envelope = self.app.wrapper.bad_arguments(requested.tool.name, vec![problem]);
        self.app.journal.call(requested.tool.name, &envelope);
        answer::bad_params(&envelope)
    }

    async fn reply_to(&self, requested: &Requested<'_>, call: Call, approval: Approval) -> Envelope {
        match self.run(requested, call, approval).await {
            Ran::Replied(envelope) => envelope,
            // Only what may be asked in the client pauses; if anything else did, it would still be answered.
            Ran::Paused(_) => self.app.wrapper.overloaded(requested.tool.name),
        }
    }

    fn begin(&self, requested: &Requested<'_>) -> Call {
        self.app.wrapper.begin(requested.tool.name).with_arguments(arguments::redacted(&requested.arguments))
    }

    async fn run(&self, requested: &Requested<'_>, call: Call, approval: Approval) -> Ran {
        let (tool, arguments) = (Arc::clone(&requested.tool), Arc::clone(&requested.arguments));
        let origin = self.origin;
        let body = move |app: &App, call| {
            app.answer(call, Asked { tool: &tool, arguments: &arguments, origin, asking: approval.asking() })
        };
        self.work.run(requested.tool.name, call, requested.cx.ct.cancelled(), body).await
    }
}
