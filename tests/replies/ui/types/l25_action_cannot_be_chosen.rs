//! What an agent does follows from the type.
use reply_kit::{Action, ReplyType};

fn soften(error: ReplyType) -> Action {
    error.action(Action::CorrectAndRetry)
}

fn main() {}
