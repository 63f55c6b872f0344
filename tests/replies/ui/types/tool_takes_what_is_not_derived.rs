//! What a tool takes derives `Arguments`.
use replies::Mcp;
use replies::mcp::success::Home;
use reply_kit::{CallContext, Effect, NoData, ReplyBuilder, ReplyResult, Tool, Voice};

struct Pwd(Voice<Mcp>);

struct Place {
    name: String,
}

reply_kit::codes!(Pwd { Home => NoData });

impl Tool for Pwd {
    const NAME: &'static str = "pwd";
    const TITLE: &'static str = "Where am I";
    const DESCRIPTION: &'static str = "Tells the home.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = Place;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, _: Place, _: &CallContext) -> ReplyResult<'c> {
        Ok(rb.success(&self.0, Home, &NoData))
    }
}

fn main() {}
