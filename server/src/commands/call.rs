//! `call`: one call through the same wrapper, pretty.

use std::process::ExitCode;

use reply_kit::ReplyType;
use serde_json::Value;

use super::fail;
use crate::app::App;

pub(crate) fn run(app: &App, name: &str, arguments: &str) -> ExitCode {
    let arguments = match serde_json::from_str::<Value>(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return fail(&format!("the arguments are not JSON: {error}")),
    };
    let Some(envelope) = app.call(name, &arguments) else {
        let known: Vec<&str> = app.tools.descriptions().map(|tool| tool.name).collect();
        return fail(&format!("there is no tool `{name}`; there are {}", known.join(", ")));
    };
    outln!("{:#}", envelope.as_value());
    if envelope.reply_type() == ReplyType::S { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
