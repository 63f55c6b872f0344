//! What a tool holds across an await must be `Send`; the compiler says what is not.
use std::sync::Mutex;

use replies::Mcp;
use replies::mcp::success::Home;
use reply_kit::{CallContext, Effect, NoArguments, NoData, ReplyBuilder, ReplyResult, Tool, Voice};

struct Count {
    voice: Voice<Mcp>,
    calls: Mutex<u64>,
}

reply_kit::codes!(Count { Home => NoData });

impl Tool for Count {
    const NAME: &'static str = "count";
    const TITLE: &'static str = "Count";
    const DESCRIPTION: &'static str = "Counts its calls.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = NoArguments;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, _: NoArguments, _: &CallContext) -> ReplyResult<'c> {
        let mut calls = self.calls.lock().unwrap();
        std::future::ready(()).await;
        *calls += 1;
        Ok(rb.success(&self.voice, Home, &NoData))
    }
}

fn main() {}
