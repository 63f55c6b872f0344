//! The tool `ck3_explain`: what a reply code means, without leaving the session.
//!
//! **Invariant:** it knows the registry and nothing else.
use std::sync::Arc;

use replies::Mcp;
use replies::mcp::invalid::CodeUnknown;
use replies::mcp::success::CodeExplained;
use reply_kit::{
    Arguments, CallContext, CodeRef, Effect, ReplyBuilder, ReplyData, ReplyResult, Text, Tool, Voice, codes,
};

use crate::ToolParts;

/// How many similar codes are suggested.
const MAX_NEAREST: usize = 5;
/// How many leading letters a similar code must share.
const MIN_SHARED: usize = 3;

/// The tool.
#[derive(Debug)]
pub struct ExplainTool {
    voice: Arc<Voice<Mcp>>,
}

impl ExplainTool {
    pub(crate) fn new(parts: &ToolParts) -> Self {
        Self { voice: parts.voice.clone() }
    }
}

/// The arguments of `ck3_explain`.
#[derive(Debug, Arguments)]
pub struct ExplainArguments {
    /// A code such as WA-RES-I-001, or a message key such as `PATH_NOT_FOUND`.
    #[arg(max_length = 128, shown)]
    code: String,
}

/// What the registry says of a code.
#[derive(Debug, ReplyData)]
pub struct Explanation {
    /// The code.
    pub code: CodeRef,
    /// Its message key.
    pub key: Text,
    /// Who decides it: WA world, EN enforcement, CT contracts, MCP infrastructure.
    pub layer: Text,
    /// What it is about.
    pub area: Text,
    /// S, I, D or E.
    pub reply_type: Text,
    /// What to do when it comes.
    pub action: Text,
    /// In one line.
    pub summary: Text,
    /// When it is given, and what to do then.
    pub details: Text,
    /// The message with its placeholders, if it has one.
    pub template: Option<Text>,
    /// What `data` holds with it, unless it is a success.
    pub parameters: Vec<Parameter>,
    /// The version that first had it.
    pub since: Text,
    /// active, reserved or retired.
    pub status: Text,
}

/// A parameter of a code.
#[derive(Debug, ReplyData)]
pub struct Parameter {
    /// Its name in `data`.
    pub name: Text,
    /// What it holds.
    pub kind: Text,
}

codes!(ExplainTool { CodeExplained => Explanation; CodeUnknown });

impl Tool for ExplainTool {
    const NAME: &'static str = "ck3_explain";
    const TITLE: &'static str = "Explain a code";
    const DESCRIPTION: &'static str =
        "What a reply code means, when it is given and what to do then; also by message key.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = ExplainArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: ExplainArguments,
        _: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, code) =
            rb.require_some(find(&arguments.code), |rb| rb.invalid(&self.voice, unknown(&arguments.code)))?;
        Ok(rb.success(&self.voice, CodeExplained, &explanation(code)))
    }
}

/// The reply for something that is not a code.
pub fn unknown(input: &str) -> CodeUnknown {
    CodeUnknown { input: Text::echo(input), nearest: nearest(input) }
}

/// A code by its text or its key, in any letter case.
pub fn find(input: &str) -> Option<CodeRef> {
    let wanted = input.trim().to_ascii_uppercase();
    replies::REGISTRY.find(&wanted).or_else(|| replies::REGISTRY.find_key(&wanted))
}

/// Codes of the same cluster, or else of the same layer.
pub fn nearest(input: &str) -> Vec<CodeRef> {
    let wanted = input.trim().to_ascii_uppercase();
    let shared = |code: &CodeRef| code.as_str().bytes().zip(wanted.bytes()).take_while(|(a, b)| a == b).count();
    let mut codes: Vec<CodeRef> = replies::REGISTRY.codes().filter(|code| shared(code) >= MIN_SHARED).collect();
    codes.sort_by_key(|code| std::cmp::Reverse(shared(code)));
    codes.truncate(MAX_NEAREST);
    codes
}

fn explanation(code: CodeRef) -> Explanation {
    let entry = code.entry();
    let parameters =
        entry.params.iter().map(|param| Parameter { name: param.name.into(), kind: Text::new(param.ty.to_string()) });
    Explanation {
        code,
        key: entry.key.into(),
        layer: entry.layer.into(),
        area: entry.area.into(),
        reply_type: entry.reply_type.as_str().into(),
        action: entry.reply_type.action().as_str().into(),
        summary: entry.summary.into(),
        details: entry.explain.into(),
        template: entry.template.map(Text::from),
        parameters: parameters.collect(),
        since: entry.since.into(),
        status: entry.status.word().into(),
    }
}

#[cfg(test)]
mod tests {
    use replies::Code;

    use super::*;

    #[test]
    fn l20_what_is_not_a_code_is_answered_with_its_own_cluster_first() {
        let found = nearest(" wa-res-i-999 ");
        assert!(found[0] == Code::PathNotFound && found[1] == Code::ReferenceUnknown, "{found:?}");
        assert!(found[2..4].iter().all(|code| code.as_str().starts_with("WA-RES-")), "{found:?}");
        assert_eq!(found.len(), MAX_NEAREST);
        // Fewer letters than a layer's name and its dash say nothing.
        assert_eq!((nearest("wa-").len(), nearest("wa").len(), nearest("xyz").len()), (MAX_NEAREST, 0, 0));
    }
}
