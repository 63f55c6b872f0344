//! Asking a person while a call is under way (L26).

use std::sync::OnceLock;

use reply_core::Id;

use super::desk::Answer;
use crate::request::Described;

/// Where a person is asked about a change that needs an approval.
#[derive(Clone, Copy, Debug)]
pub enum Asking<'a> {
    /// Nobody can be asked right now: the request waits at the desk, and the agent hears so.
    AtTheDesk,
    /// The person sits at the client. The call pauses and leaves its question here.
    InClient(&'a OnceLock<Question>),
    /// The person at the client was asked about this very call, and has been heard.
    Answered(Heard),
}

/// What a person at the client said. Made by [`crate::Enforcement::hear`] alone, so that a refusal holds from the moment it is made.
#[derive(Clone, Copy, Debug)]
pub struct Heard {
    pub(crate) request: Id,
    pub(crate) answer: Answer,
}

/// What a person is asked, and under which id the answer is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The request that waits.
    pub request: Id,
    /// The change it is about.
    pub change: Described,
}
