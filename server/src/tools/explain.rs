//! `ck3_explain`: what a code means, from the registry.

use replies::mcp::invalid::CodeUnknown;
use replies::mcp::success::CodeExplained;
use reply_core::{Code, EntryStatus, Reply, ReplyBuilder, Terminal, Text};
use reply_macros::ReplyData;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::app::App;

pub(crate) const NAME: &str = "ck3_explain";

pub(crate) const CODES: &[&str] = &["MCP-SYS-S-003", "MCP-SYS-I-002"];

pub(crate) const DESCRIPTION: &str = "\
What a reply code or message key means, who decides it, and what to do about it. Look a code up instead of guessing.";

/// The arguments of `ck3_explain`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainArgs {
    /// A code such as WA-RES-I-001, or a message key such as `PATH_NOT_FOUND`.
    code: String,
}

/// What the registry says of a code.
#[derive(Debug, ReplyData)]
pub(crate) struct Explanation {
    code: Code,
    key: Text,
    /// Who decides it: WA world, EN enforcement, CT contracts, MCP infrastructure.
    layer: Text,
    area: Text,
    /// S, I, D or E.
    reply_type: Text,
    /// What to do when it comes.
    action: Text,
    summary: Text,
    /// When it is given, and what to do then.
    details: Text,
    /// The message with its placeholders, if it has one.
    template: Option<Text>,
    parameters: Vec<Parameter>,
    since: Text,
    /// active, reserved or retired.
    status: Text,
}

#[derive(Debug, ReplyData)]
struct Parameter {
    name: Text,
    kind: Text,
}

pub(crate) fn run<'c>(app: &App, rb: ReplyBuilder<'c>, args: &ExplainArgs) -> Result<Reply<'c>, Terminal<'c>> {
    match find(&args.code) {
        Some(code) => Ok(rb.success(&app.voice, CodeExplained, &explanation(code))),
        None => Err(rb.invalid(&app.voice, unknown(&args.code))),
    }
}

/// What is said of something that is no code.
pub(crate) fn unknown(input: &str) -> CodeUnknown {
    CodeUnknown { input: Text::echo(input), nearest: nearest(input) }
}

/// A code by its text or its key, in any letter case.
pub(crate) fn find(input: &str) -> Option<Code> {
    let wanted = input.trim().to_ascii_uppercase();
    replies::REGISTRY.find(&wanted).or_else(|| replies::REGISTRY.find_key(&wanted))
}

/// Codes of the same cluster, or else of the same layer.
pub(crate) fn nearest(input: &str) -> Vec<Code> {
    let wanted = input.trim().to_ascii_uppercase();
    let shared = |code: &Code| code.as_str().bytes().zip(wanted.bytes()).take_while(|(a, b)| a == b).count();
    let mut codes: Vec<Code> = replies::REGISTRY.codes().filter(|code| shared(code) >= 3).collect();
    codes.sort_by_key(|code| std::cmp::Reverse(shared(code)));
    codes.truncate(5);
    codes
}

fn explanation(code: Code) -> Explanation {
    let entry = code.entry();
    let status = match entry.status {
        EntryStatus::Active => "active",
        EntryStatus::Reserved(_) => "reserved",
        EntryStatus::Retired { .. } => "retired",
    };
    let parameters = entry.params.iter().map(|(name, kind)| Parameter { name: (*name).into(), kind: (*kind).into() });
    Explanation {
        code,
        key: entry.key.into(),
        layer: code.layer().as_str().into(),
        area: code.area().into(),
        reply_type: code.reply_type().as_str().into(),
        action: code.reply_type().action().as_str().into(),
        summary: entry.summary.into(),
        details: entry.explain.into(),
        template: entry.template.map(Text::from),
        parameters: parameters.collect(),
        since: entry.since.into(),
        status: status.into(),
    }
}
