//! `call`: makes one call through the same wrapper, and prints the envelope.

use std::process::ExitCode;

use reply_kit::{ReplyType, visible};
use serde_json::Value;

use super::show::{self, Format};
use super::{CommandResult, progress_bar};
use crate::app::App;

pub(crate) fn run(app: &App, name: &str, arguments: &str, format: Format) -> CommandResult {
    let arguments: Value =
        serde_json::from_str(arguments).map_err(|error| format!("the arguments are not JSON: {error}"))?;
    let envelope = progress_bar::call(app, name, &arguments)?;
    match format {
        Format::Json => show::json(envelope.as_value()),
        // Line by line, so that it stays readable and invisible characters are shown.
        Format::Text => format!("{:#}", envelope.as_value()).lines().for_each(|line| outln!("{}", visible(line))),
    }
    Ok(if envelope.reply_type() == ReplyType::S { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
