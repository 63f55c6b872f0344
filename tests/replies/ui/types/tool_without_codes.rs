//! A tool cannot forget to declare its codes.
use reply_kit::{CallContext, Effect, NoArguments, ReplyBuilder, ReplyResult, Tool};

struct Pwd;

impl Tool for Pwd {
    const NAME: &'static str = "pwd";
    const TITLE: &'static str = "Where am I";
    const DESCRIPTION: &'static str = "Tells the home.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = NoArguments;

    async fn run<'c>(&self, _: ReplyBuilder<'c, Self>, _: NoArguments, _: &CallContext) -> ReplyResult<'c> {
        panic!("never called")
    }
}

fn main() {}
