//! Resources: the code registry, and each code, for reading.

use std::fmt::Write as _;

use reply_core::{Code, EntryStatus, NoData};
use rmcp::ErrorData;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ReadResourceResponse, ReadResourceResult, Reference,
    Resource, ResourceContents, ResourceTemplate,
};

use super::{INSTRUCTIONS, answer};
use crate::app::App;
use crate::tools::{find_code, unknown_code};

const REGISTRY: &str = "ck3raven://codes";
const GUIDE: &str = "ck3raven://guide";
const TEMPLATE: &str = "ck3raven://codes/{code}";
const MARKDOWN: &str = "text/markdown";

pub(crate) fn listed() -> Vec<Resource> {
    vec![
        Resource::new(REGISTRY, "codes")
            .with_title("Reply codes")
            .with_description("Every code a reply can carry, with its meaning and what to do about it.")
            .with_mime_type(MARKDOWN),
        Resource::new(GUIDE, "guide")
            .with_title("How to work with ck3raven")
            .with_description("The four reactions to a reply, and the way to make a change.")
            .with_mime_type(MARKDOWN),
    ]
}

pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(TEMPLATE, "code")
            .with_title("A reply code")
            .with_description("What one code means, such as WA-RES-I-001.")
            .with_mime_type(MARKDOWN),
    ]
}

/// Reads a resource as a call: traced, journalled, and safe from a panic.
pub(crate) fn read(app: &App, uri: &str) -> Result<ReadResourceResponse, ErrorData> {
    let mut text = None;
    let envelope = app.wrapper.call("resources/read", |rb| {
        text = match uri.strip_prefix(REGISTRY) {
            Some("") => Some(registry()),
            Some(rest) => rest.strip_prefix('/').and_then(find_code).map(page),
            None => (uri == GUIDE).then(|| INSTRUCTIONS.to_owned()),
        };
        match text {
            Some(_) => Ok(rb.success(&app.voice, replies::mcp::success::CodeExplained, &NoData)),
            None => Err(rb.invalid(&app.voice, unknown_code(uri.rsplit('/').next().unwrap_or(uri)))),
        }
    });
    app.journal.call("resources/read", &envelope);
    let text = text.ok_or_else(|| answer::no_resource(&envelope, uri))?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(MARKDOWN)]).into())
}

/// Codes that begin with, or whose key contains, what has been typed.
pub(crate) fn complete(request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let Reference::Resource(reference) = &request.r#ref else { return Ok(CompleteResult::default()) };
    if reference.uri != TEMPLATE || request.argument.name != "code" {
        return Err(ErrorData::invalid_params(format!("only the `code` of {TEMPLATE} can be completed"), None));
    }
    let typed = request.argument.value.trim().to_ascii_uppercase();
    let fits = |code: &Code| code.as_str().starts_with(&typed) || code.entry().key.contains(&typed);
    let mut values: Vec<String> = replies::REGISTRY.codes().filter(fits).map(|code| code.as_str().to_owned()).collect();
    let total = u32::try_from(values.len()).ok();
    let has_more = values.len() > CompletionInfo::MAX_VALUES;
    values.truncate(CompletionInfo::MAX_VALUES);
    let found = CompletionInfo::with_pagination(values, total, has_more);
    found.map(CompleteResult::new).map_err(|error| ErrorData::internal_error(error, None))
}

fn registry() -> String {
    let mut text = String::from(
        "# Reply codes\n\nBranch on the code. S: continue. I: correct and retry. D: escalate. E: stop and report.\n\n\
         | code | key | meaning |\n|---|---|---|\n",
    );
    for code in replies::REGISTRY.codes() {
        let entry = code.entry();
        let _ = writeln!(text, "| {code} | {} | {}{} |", entry.key, entry.summary, note(&entry.status));
    }
    text
}

/// One code, for reading.
fn page(code: Code) -> String {
    let entry = code.entry();
    let mut text = format!("# {code} {}{}\n\n{}\n", entry.key, note(&entry.status), entry.summary);
    if let Some(template) = &entry.template {
        let _ = writeln!(text, "\n> {template}");
    }
    let _ = writeln!(text, "\n{}\n", entry.explain.trim());
    for (name, kind) in &entry.params {
        let _ = writeln!(text, "- `{name}`: {kind}");
    }
    let action = code.reply_type().action().as_str().replace('_', " ");
    let _ = writeln!(text, "\nNext step: {action}. Since {}.", entry.since);
    text
}

fn note(status: &EntryStatus) -> &'static str {
    match status {
        EntryStatus::Active => "",
        EntryStatus::Reserved(_) => " (reserved)",
        EntryStatus::Retired { .. } => " (retired)",
    }
}
