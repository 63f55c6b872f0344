//! Resources: the code registry, and each code, for reading.

use std::fmt::Write as _;

use replies::mcp::invalid::CodeUnknown;
use replies::mcp::success::CodeExplained;
use replies::wa;
use reply_kit::{CallEvent, CodeRef, NoData, Status, codes};
use reply_mcp::not_found;
use reply_mcp::rmcp::ErrorData;
use reply_mcp::rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ReadResourceResult, Reference, Resource, ResourceContents,
    ResourceTemplate,
};

use super::{INSTRUCTIONS, ServerContent};

const REGISTRY: &str = "ck3raven://codes";
const GUIDE: &str = "ck3raven://guide";
const TEMPLATE: &str = "ck3raven://codes/{code}";
const MARKDOWN: &str = "text/markdown";
/// The longest URI that is accepted; no resource has a longer one.
const MAX_URI: usize = 256;
/// The most characters of a code that are completed.
const MAX_TYPED: usize = 128;

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
            .with_description(format!("What one code means, such as {}.", wa::Invalid::PathNotFound))
            .with_mime_type(MARKDOWN),
    ]
}

/// What reading a resource can answer.
struct ReadResource;

codes!(ReadResource { CodeExplained => NoData; CodeUnknown });

/// Reads a resource as a call: traced, journalled, and with the panic net around it.
pub(crate) fn read(guide: &ServerContent, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let mut text = None;
    let uri = if uri.len() > MAX_URI { "(an address that is too long)" } else { uri };
    let envelope = guide.tools.wrapper().call::<ReadResource, _>("resources/read", |rb| {
        text = match uri.strip_prefix(REGISTRY) {
            Some("") => Some(registry()),
            Some(rest) => rest.strip_prefix('/').and_then(ck3_tools::find).map(page),
            None => (uri == GUIDE).then(|| INSTRUCTIONS.to_owned()),
        };
        match text {
            Some(_) => Ok(rb.success(&guide.voice, CodeExplained, &NoData)),
            None => {
                let unknown = ck3_tools::unknown(uri.rsplit('/').next().unwrap_or(uri));
                Err(rb.invalid(&guide.voice, unknown))
            }
        }
    });
    guide.tools.observe(CallEvent::replied("resources/read", &envelope).on_reactor());
    let text = text.ok_or_else(|| not_found(&envelope, uri))?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(MARKDOWN)]))
}

/// Codes that begin with, or whose key contains, what has been typed.
pub(crate) fn complete(request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let Reference::Resource(reference) = &request.r#ref else { return Ok(CompleteResult::default()) };
    if reference.uri != TEMPLATE || request.argument.name != "code" {
        return Err(ErrorData::invalid_params(format!("only the `code` of {TEMPLATE} can be completed"), None));
    }
    if request.argument.value.len() > MAX_TYPED {
        return Ok(CompleteResult::default());
    }
    let typed = request.argument.value.trim().to_ascii_uppercase();
    let fits = |code: &CodeRef| code.as_str().starts_with(&typed) || code.entry().key.contains(&typed);
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
fn page(code: CodeRef) -> String {
    let entry = code.entry();
    let mut text = format!("# {code} {}{}\n\n{}\n", entry.key, note(&entry.status), entry.summary);
    if let Some(template) = &entry.template {
        let _ = writeln!(text, "\n> {template}");
    }
    let _ = writeln!(text, "\n{}\n", entry.explain.trim());
    for param in entry.params {
        let _ = writeln!(text, "- `{}`: {}", param.name, param.ty);
    }
    let action = code.reply_type().action().as_str().replace('_', " ");
    let _ = writeln!(text, "\nNext step: {action}. Since {}.", entry.since);
    text
}

fn note(status: &Status) -> &'static str {
    match status {
        Status::Active => "",
        Status::Reserved { .. } => " (reserved)",
        Status::Retired { .. } => " (retired)",
    }
}
