//! A tool returns its reply, not its data.
use replies::mcp::success::Home;
use reply_kit::{CallContext, Effect, NoArguments, NoData, ReplyBuilder, ReplyResult, Tool};

struct Pwd;

reply_kit::codes!(Pwd { Home => NoData });

impl Tool for Pwd {
    const NAME: &'static str = "pwd";
    const TITLE: &'static str = "Where am I";
    const DESCRIPTION: &'static str = "Tells the home.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = NoArguments;

    async fn run<'c>(&self, _: ReplyBuilder<'c, Self>, _: NoArguments, _: &CallContext) -> ReplyResult<'c> {
        Ok(NoData)
    }
}

fn main() {}
