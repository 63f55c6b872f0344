//! A tool that forgot its `codes!` and answers twice: the one error says to write the list.
use std::sync::Arc;

use replies::Mcp;
use replies::mcp::error::Overloaded;
use replies::mcp::success::Home;
use reply_kit::{CallContext, Effect, NoArguments, NoData, ReplyBuilder, ReplyResult, Tool, Voice};

struct Pwd {
    voice: Arc<Voice<Mcp>>,
    is_open: bool,
}

impl Tool for Pwd {
    const NAME: &'static str = "pwd";
    const TITLE: &'static str = "Where am I";
    const DESCRIPTION: &'static str = "Tells the home.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = NoArguments;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, _: NoArguments, _: &CallContext) -> ReplyResult<'c> {
        if !self.is_open {
            return Err(rb.error(&self.voice, Overloaded));
        }
        Ok(rb.success(&self.voice, Home, &NoData))
    }
}

fn main() {}
