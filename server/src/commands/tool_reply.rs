//! Calls a tool for a person, and shows its reply.

use std::process::ExitCode;

use reply_kit::{ReplyType, visible};
use serde_json::Value;

use super::show::{self, Format};
use super::{CommandResult, progress_bar};
use crate::app::App;

/// Calls a tool with the arguments that were given, and shows its reply: whole for a program, and the data of a success for a
/// person.
pub(super) fn show(
    app: &App,
    tool: &str,
    mut arguments: Value,
    format: Format,
    view: impl FnOnce(&Value),
    failed: impl FnOnce(&Value) -> CommandResult,
) -> CommandResult {
    if let Some(fields) = arguments.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    let envelope = progress_bar::call(app, tool, &arguments)?;
    let (reply, is_success) = (envelope.as_value(), envelope.reply_type() == ReplyType::S);
    match format {
        Format::Json => show::pretty_json(reply),
        Format::Text if is_success => view(&reply["data"]),
        Format::Text => return failed(reply),
    }
    Ok(if is_success { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The problems of a reply, by the names of the options; of a reply that lists none, its code and data.
pub(super) fn problems(reply: &Value) -> CommandResult {
    let listed: Vec<String> = list(&reply["data"]["problems"])
        .iter()
        .map(|problem| {
            let part = |name: &str| text(&problem[name]);
            format!("--{}: {}; expected {}", part("field").replace('_', "-"), part("problem"), part("expected"))
        })
        .collect();
    let code = text(&reply["code"]);
    Err(if listed.is_empty() { format!("{code}: {}", visible(&reply["data"].to_string())) } else { listed.join("\n") }
        .into())
}

/// The items of a list, none if it is not there.
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A text with everything in it visible.
pub(super) fn text(value: &Value) -> String {
    visible(value.as_str().unwrap_or_default()).into_owned()
}

/// A line number as it follows a file's name, if there is one.
pub(super) fn line_number(value: &Value) -> String {
    value.as_u64().map_or_else(String::new, |line| format!(":{line}"))
}
