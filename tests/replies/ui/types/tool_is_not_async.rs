//! A tool's `run` is async, also where it awaits nothing.
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

    fn run<'c>(&self, _: ReplyBuilder<'c, Self>, _: NoArguments, _: &CallContext) -> ReplyResult<'c> {
        panic!("never called")
    }
}

fn main() {}
