//! A tool answers with the codes it declares, and with no other.
use std::sync::Arc;

use replies::Mcp;
use replies::mcp::error::Overloaded;
use replies::mcp::success::Home;
use reply_kit::{CallContext, Effect, NoArguments, NoData, ReplyBuilder, ReplyResult, Tool, Voice};

struct Pwd {
    voice: Arc<Voice<Mcp>>,
}

reply_kit::codes!(Pwd { Home => NoData });

impl Tool for Pwd {
    const NAME: &'static str = "pwd";
    const TITLE: &'static str = "Where am I";
    const DESCRIPTION: &'static str = "Tells the home.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = NoArguments;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, _: NoArguments, _: &CallContext) -> ReplyResult<'c> {
        Err(rb.error(&self.voice, Overloaded))
    }
}

fn main() {}
