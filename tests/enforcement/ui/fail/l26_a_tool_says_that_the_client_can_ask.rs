//! Whether the client can show a question is for the transport to say, which holds the call.
use reply_kit::{AnyCode, CallContext, Question, ReplyBuilder, SessionSource, Terminal};

fn ask(rb: ReplyBuilder<'_, AnyCode>, question: Question) -> Option<Terminal<'_>> {
    let context = CallContext::new(SessionSource::Implied).with_elicitation();
    context.elicit().map(|client| rb.ask(client, question))
}

fn main() {}
