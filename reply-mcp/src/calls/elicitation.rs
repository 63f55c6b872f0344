//! Asking the person at the client, in both eras of the protocol (L26).
//!
//! Before 2026-07-28 the server sends a request while the call waits. Since then nothing waits: the call is answered with the
//! question and a sealed state, and the client calls again with both.

use std::time::Duration;

use reply_core::{ClientDecision, Id, Question};
use rmcp::RoleServer;
use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, InputRequest,
    InputRequiredResult, InputResponses, ProtocolVersion, RequestStateCodec, RequestStateError, SealOptions,
};
use rmcp::service::RequestContext;
use serde::Deserialize as _;
use serde_json::Value;

/// The name of the question; there is never another one.
const APPROVAL: &str = "approval";
/// The field of the form.
const ALLOW: &str = "allow";
/// How long an answer may take.
const ANSWER_TTL: Duration = Duration::from_hours(1);

/// How the person at the client can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elicitation {
    /// With a request from the server, while the call waits.
    Request,
    /// In the answer to the call, which the client then repeats.
    InputRequired,
}

impl Elicitation {
    /// How to ask, if the client declared that it can show a form. Other clients are never asked.
    pub(crate) fn of(cx: &RequestContext<RoleServer>) -> Option<Self> {
        let declared = cx.client_capabilities()?.elicitation?;
        // An empty declaration means forms: it predates the distinction.
        let shows_forms = declared.form.is_some() || declared.url.is_none();
        shows_forms.then(|| if is_modern(cx) { Self::InputRequired } else { Self::Request })
    }
}

/// Whether the request belongs to the stateless era.
pub(crate) fn is_modern(cx: &RequestContext<RoleServer>) -> bool {
    cx.protocol_version().is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

/// Asks and waits, until the person answers, the call is cancelled, `useless` resolves, or the timeout passes.
pub(crate) async fn ask(
    question: &Question,
    cx: &RequestContext<RoleServer>,
    useless: impl Future<Output = ()>,
) -> ClientDecision {
    let Some(form) = form(question) else { return ClientDecision::Open };
    let answered = tokio::select! {
        // An answer that arrives after a cancellation decides nothing.
        biased;
        () = cx.ct.cancelled() => return ClientDecision::Open,
        answered = cx.peer.create_elicitation(form) => answered,
        () = useless => return ClientDecision::Open,
        () = tokio::time::sleep(ANSWER_TTL) => return ClientDecision::Open,
    };
    answered.map_or(ClientDecision::Open, |result| decision(&result))
}

/// Seals the state that a client brings back with its next call.
pub(crate) struct RequestStateSealer {
    codec: RequestStateCodec,
}

/// What a call brought back.
pub(crate) enum Resumed {
    /// The person's decision about a question.
    Answered(Id, ClientDecision),
    /// No answer, or a late one: the question is still open.
    Open,
    /// A state that this server did not issue for this call.
    Foreign,
}

impl RequestStateSealer {
    pub(crate) fn new() -> Self {
        // Two ids, each with 122 random bits. The key ends with the process, as the questions do.
        Self { codec: RequestStateCodec::new_unchecked(format!("{}{}", Id::fresh(), Id::fresh())) }
    }

    /// The question as the answer to a call.
    pub(crate) fn seal_question(
        &self,
        question: &Question,
        tool: &str,
        arguments: &Value,
    ) -> Option<InputRequiredResult> {
        let asked = InputRequest::Elicitation(ElicitRequest::new(form(question)?));
        let bound = bound(tool, arguments);
        let options = SealOptions::new().associated_data(&bound).ttl(ANSWER_TTL);
        let state = self.codec.seal_with(question.id.to_string().as_bytes(), &options);
        Some(InputRequiredResult::new(Some([(APPROVAL.to_owned(), asked)].into()), Some(state)))
    }

    /// What a client brought back. Its other responses are not for this server.
    pub(crate) fn take(
        &self,
        state: &str,
        responses: Option<&InputResponses>,
        tool: &str,
        arguments: &Value,
    ) -> Resumed {
        let opened = match self.codec.open_with(state, &bound(tool, arguments)) {
            Ok(opened) => opened,
            Err(RequestStateError::Expired) => return Resumed::Open,
            Err(_) => return Resumed::Foreign,
        };
        let Some(question) = std::str::from_utf8(&opened).ok().and_then(|id| id.parse::<Id>().ok()) else {
            return Resumed::Foreign;
        };
        let response = responses.and_then(|responses| responses.get(APPROVAL));
        match response.map(ElicitResult::deserialize) {
            Some(Ok(result)) => Resumed::Answered(question, decision(&result)),
            Some(Err(_)) | None => Resumed::Open,
        }
    }
}

/// What a sealed state is valid for: the same tool with the same arguments, including the session.
fn bound(tool: &str, arguments: &Value) -> Vec<u8> {
    format!("{tool} {arguments}").into_bytes()
}

/// The form that a person sees. `None` only if the library rejects its own schema.
fn form(question: &Question) -> Option<ElicitRequestParams> {
    let allow = ElicitationSchema::builder()
        .required_bool_with(ALLOW, |field| field.title(question.agree.clone()).with_default(false));
    Some(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.message.clone(),
        requested_schema: allow.build().ok()?,
    })
}

/// Only a form that was sent with its one field filled in decides, or one that was declined. A dismissed form, and one that was
/// accepted without words (no content, or none about the field), decide nothing: the question stays open, and a yes is never
/// guessed.
fn decision(result: &ElicitResult) -> ClientDecision {
    let allows = result.content.as_ref().and_then(|content| content[ALLOW].as_bool());
    match (&result.action, allows) {
        (ElicitationAction::Accept, Some(true)) => ClientDecision::Granted,
        (ElicitationAction::Accept, Some(false)) | (ElicitationAction::Decline, _) => ClientDecision::Refused,
        _ => ClientDecision::Open,
    }
}
