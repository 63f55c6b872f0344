//! What a tool may know about its call, besides its arguments.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use crate::call::progress::Progress;
use crate::call::watched_call::Call;
use crate::data::text::Text;
use crate::data::word::Id;

/// How a call reached the program. It carries no transport state: state that spans calls is named by an identifier (L52).
#[derive(Clone, Debug)]
pub struct CallContext {
    session: SessionSource,
    elicitation: ElicitationState,
    client: Option<ClientName>,
    progress: Progress,
    /// Shared by all clones: the tool sets it when it finds the session, and the journal reads it.
    session_label: Arc<OnceLock<Text>>,
}

/// The name and version that a client reports. They are not verified.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClientName {
    /// Its name.
    pub name: Text,
    /// Its version, in its own words.
    pub version: Text,
}

/// The most bytes of a client's name and of its version that are remembered.
const MAX_CLIENT: usize = 100;

impl ClientName {
    fn new(name: &str, version: &str) -> Self {
        let cut = |text: &str| Text::echo(&text[..text.floor_char_boundary(MAX_CLIENT)]);
        Self { name: cut(name), version: cut(version) }
    }
}

/// Whether a call without a session means the process's default session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionSource {
    /// One agent, as on stdio: the process's default session is meant.
    Implied,
    /// Several agents, as over HTTP: each call names its session.
    Explicit,
}

/// Whether a person can be asked in the client, and their answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ElicitationState {
    Unavailable,
    Available,
    Answered(Id, ClientDecision),
}

/// What a person decided about a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientDecision {
    /// Yes.
    Granted,
    /// No.
    Refused,
    /// The question was dismissed, or the person did not answer: nothing is decided.
    Open,
}

/// A yes-or-no question to the person at the client. It is not a reply (L26).
#[derive(Clone, Debug)]
pub struct Question {
    /// The id of what the question is about; it comes back with the answer.
    pub id: Id,
    /// What the person reads. It is not part of a reply.
    pub message: String,
    /// What agreeing means, in a few words.
    pub agree: String,
}

/// Proof that the client of this call can show a question.
#[derive(Clone, Copy, Debug)]
pub struct Elicit<'x>(PhantomData<&'x CallContext>);

impl CallContext {
    /// A call whose client cannot show questions.
    pub fn new(session: SessionSource) -> Self {
        Self {
            session,
            elicitation: ElicitationState::Unavailable,
            client: None,
            progress: Progress::default(),
            session_label: Arc::default(),
        }
    }

    /// The same with a client that can show questions. Only the transport holds the call, so a tool cannot say it of a client
    /// that cannot (L26).
    #[must_use]
    pub fn with_elicitation(mut self, _call: &Call) -> Self {
        self.elicitation = ElicitationState::Available;
        self
    }

    /// The same with the person's answer to the question of an earlier run. Only the transport, which received the answer, holds
    /// the call: a tool decides nothing for the person (L66).
    #[must_use]
    pub fn with_answer(mut self, _call: &Call, question: Id, decision: ClientDecision) -> Self {
        self.elicitation = ElicitationState::Answered(question, decision);
        self
    }

    /// The same with the client's name and version; long ones are cut.
    #[must_use]
    pub fn with_client(mut self, name: &str, version: &str) -> Self {
        self.client = Some(ClientName::new(name, version));
        self
    }

    /// The same with a receiver for the call's progress; a tool reports it through [`crate::ReplyBuilder::progress`].
    #[must_use]
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// Records which session the call is about, by a label for people and journals, never by its handle. The first one counts.
    pub fn label_session(&self, label: impl fmt::Display) {
        _ = self.session_label.set(Text::echo(&label.to_string()));
    }

    /// The label of the session that the call is about, once it is known.
    pub fn session_label(&self) -> Option<&Text> {
        self.session_label.get()
    }

    /// Whether a call that names no session means the process's own.
    pub fn session(&self) -> SessionSource {
        self.session
    }

    /// The right to ask the person at the client, if there is one who can be asked and has not been.
    pub fn elicit(&self) -> Option<Elicit<'_>> {
        (self.elicitation == ElicitationState::Available).then_some(Elicit(PhantomData))
    }

    /// The person's answer, if this call continues after a question.
    pub fn answer(&self) -> Option<(Id, ClientDecision)> {
        match self.elicitation {
            ElicitationState::Answered(question, decision) => Some((question, decision)),
            ElicitationState::Unavailable | ElicitationState::Available => None,
        }
    }

    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What the client calls itself.
    pub fn client(&self) -> Option<&ClientName> {
        self.client.as_ref()
    }
}
