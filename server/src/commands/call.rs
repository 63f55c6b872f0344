//! `call`: makes one call through the same wrapper, and prints the envelope.

use std::process::ExitCode;

use reply_kit::{ReplyType, visible};
use serde_json::Value;

use super::show::{self, Format};
use super::{fail, progress_bar};
use crate::app::App;

pub(crate) fn run(app: &App, name: &str, arguments: &str, format: Format) -> ExitCode {
    let arguments = match serde_json::from_str::<Value>(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return fail(&format!("the arguments are not JSON: {error}")),
    };
    let Some(envelope) = progress_bar::call(app, name, &arguments) else {
        let known: Vec<&str> = app.tools.descriptions().map(|tool| tool.name).collect();
        return fail(&format!("there is no tool `{name}`; there are {}", known.join(", ")));
    };
    match format {
        Format::Json => show::json(envelope.as_value()),
        // Line by line, so that it stays readable and invisible characters are shown.
        Format::Text => format!("{:#}", envelope.as_value()).lines().for_each(|line| outln!("{}", visible(line))),
    }
    if envelope.reply_type() == ReplyType::S { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
