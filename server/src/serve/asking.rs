//! Asking the person at the client, in both eras of the protocol (L26).
//!
//! Before 2026-07-28 the server asks while the call waits. Since then nothing waits: the call is answered with the question and
//! a sealed state, and the client calls again with both.

use std::time::Duration;

use enforcement::{Answer, Question};
use reply_core::Id;
use rmcp::RoleServer;
use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, InputRequest,
    InputRequiredResult, InputResponses, ProtocolVersion, RequestStateCodec, RequestStateError, SealOptions,
};
use rmcp::service::RequestContext;
use serde::Deserialize as _;
use serde_json::Value;

/// The question's name among those a client is asked; there is never another.
const APPROVAL: &str = "approval";
/// The field of the form.
const ALLOW: &str = "allow";
/// How long an answer may take. The request itself waits at the desk for longer.
const ANSWER_WITHIN: Duration = Duration::from_hours(1);

/// How the person behind a request can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// With a request of the server's own, while the call waits.
    Request,
    /// With the answer to the call, which the client then repeats.
    Round,
}

/// How to ask, if the client said that it can show a form. A client that did not is never asked.
pub(crate) fn way(cx: &RequestContext<RoleServer>) -> Option<Way> {
    let declared = cx.client_capabilities()?.elicitation?;
    // An empty declaration means forms: it is older than the distinction.
    let shows_forms = declared.form.is_some() || declared.url.is_none();
    shows_forms.then(|| if is_modern(cx) { Way::Round } else { Way::Request })
}

/// Whether the request belongs to the era without conversations.
pub(crate) fn is_modern(cx: &RequestContext<RoleServer>) -> bool {
    cx.protocol_version().is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

/// Asks now and waits, for as long as it takes or until there is no use in it. Nothing if the person did not decide.
pub(crate) async fn ask(
    question: &Question,
    cx: &RequestContext<RoleServer>,
    useless: impl Future<Output = ()>,
) -> Option<Answer> {
    let answered = tokio::select! {
        // An answer that comes behind a cancellation decides nothing.
        biased;
        () = cx.ct.cancelled() => return None,
        answered = cx.peer.create_elicitation(form(question)?) => answered,
        () = useless => return None,
    };
    decision(&answered.ok()?)
}

/// Seals what a round has to bring back.
pub(crate) struct Rounds {
    codec: RequestStateCodec,
}

/// What came back with a call.
pub(crate) enum Back {
    /// The person's decision about the request that waits; nothing if they did not decide.
    Answered(Id, Option<Answer>),
    /// No answer, or too late a one: the question is still open.
    Open,
    /// A state that this server did not give for this call.
    Foreign,
}

impl Rounds {
    pub(crate) fn new() -> Self {
        // Two ids, each of 122 bits that nobody can guess. The key dies with the process, as the requests do.
        Self { codec: RequestStateCodec::new_unchecked(format!("{}{}", Id::fresh(), Id::fresh())) }
    }

    /// The question as the answer to a call.
    pub(crate) fn pose(&self, question: &Question, tool: &str, arguments: &Value) -> Option<InputRequiredResult> {
        let asked = InputRequest::Elicitation(ElicitRequest::new(form(question)?));
        let bound = bound(tool, arguments);
        let options = SealOptions::new().associated_data(&bound).ttl(ANSWER_WITHIN);
        let state = self.codec.seal_with(question.request.to_string().as_bytes(), &options);
        Some(InputRequiredResult::new(Some([(APPROVAL.to_owned(), asked)].into()), Some(state)))
    }

    /// What a client brought back. Whatever else is among its responses is none of ours.
    pub(crate) fn take(&self, state: &str, responses: Option<&InputResponses>, tool: &str, arguments: &Value) -> Back {
        let opened = match self.codec.open_with(state, &bound(tool, arguments)) {
            Ok(opened) => opened,
            Err(RequestStateError::Expired) => return Back::Open,
            Err(_) => return Back::Foreign,
        };
        let Some(request) = std::str::from_utf8(&opened).ok().and_then(|id| id.parse::<Id>().ok()) else {
            return Back::Foreign;
        };
        let response = responses.and_then(|responses| responses.get(APPROVAL));
        match response.map(ElicitResult::deserialize) {
            Some(Ok(result)) => Back::Answered(request, decision(&result)),
            Some(Err(_)) | None => Back::Open,
        }
    }
}

/// What a sealed state is good for: the same tool with the same arguments, the session among them.
fn bound(tool: &str, arguments: &Value) -> Vec<u8> {
    format!("{tool} {arguments}").into_bytes()
}

/// The form a person sees. Nothing only if the library refuses its own schema.
fn form(question: &Question) -> Option<ElicitRequestParams> {
    let change = &question.change;
    let operation = change.operation.word();
    let to = change.destination.as_ref().map(|to| format!(" to {to}")).unwrap_or_default();
    let content =
        change.content.as_ref().map(|digest| format!(" (the content's digest is {digest})")).unwrap_or_default();
    let message = format!("An agent asks to {operation} {}{to}{content}. It can be undone. Allow it?", change.target);
    let allow = ElicitationSchema::builder()
        .required_bool_with(ALLOW, |field| field.title("Allow it, this once").with_default(false));
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema: allow.build().ok()? })
}

/// A dismissed form decides nothing: the request goes on waiting at the desk.
fn decision(result: &ElicitResult) -> Option<Answer> {
    let allows = result.content.as_ref().and_then(|content| content[ALLOW].as_bool());
    match (&result.action, allows) {
        (ElicitationAction::Accept, Some(true)) => Some(Answer::Granted),
        (ElicitationAction::Accept, Some(false)) | (ElicitationAction::Decline, _) => Some(Answer::Refused),
        _ => None,
    }
}
