//! A comma where the semicolon of the list belongs: one error, which shows a list.
use replies::Mcp;
use replies::mcp::error::Overloaded;
use replies::mcp::success::Home;
use reply_kit::{CallContext, Effect, NoArguments, NoData, ReplyBuilder, ReplyResult, Tool, Voice};

struct Pwd(Voice<Mcp>);

reply_kit::codes!(Pwd { Home => NoData, Overloaded });

impl Tool for Pwd {
    const NAME: &'static str = "pwd";
    const TITLE: &'static str = "Where am I";
    const DESCRIPTION: &'static str = "Tells the home.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = NoArguments;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, _: NoArguments, _: &CallContext) -> ReplyResult<'c> {
        Ok(rb.success(&self.0, Home, &NoData))
    }
}

fn main() {}
