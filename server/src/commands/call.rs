//! `call`: one call through the same wrapper, pretty.

use std::process::ExitCode;

use enforcement::Asking;
use reply_core::ReplyType;
use serde_json::Value;

use super::fail;
use crate::app::App;
use crate::tools::{Asked, Origin, offered};

pub(crate) fn run(app: &App, name: &str, arguments: &str) -> ExitCode {
    let tools = offered(app.read_only);
    let Some(tool) = tools.iter().find(|tool| tool.name == name) else {
        let known: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
        return fail(&format!("there is no tool `{name}`; there are {}", known.join(", ")));
    };
    let arguments = match serde_json::from_str::<Value>(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return fail(&format!("the arguments are not JSON: {error}")),
    };
    let envelope = app.call(Asked { tool, arguments: &arguments, origin: Origin::OneAgent, asking: Asking::AtTheDesk });
    let shown: Value = serde_json::from_str(envelope.as_json()).unwrap_or_default();
    say!("{shown:#}");
    if envelope.reply_type() == ReplyType::S { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
