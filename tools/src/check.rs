//! The tool `ck3_check`: whether the game can read a script, and where not; with `deep`, what a validator finds in a mod.
//!
//! **Invariant:** it changes nothing and knows no rule of its own; the parser does.

use std::sync::Arc;

use ck3_session::{MAX_SESSION_LENGTH, Sessions};
use replies::mcp::error::ValidatorFailed;
use replies::mcp::invalid::{SessionRequired, SessionUnknown, ValidatorNotConfigured};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{
    FileInUse, FileTooLarge, ModeNotInitialised, NotADirectory, NotAFile, PathNotFound, RangeOutsideFile,
    ScriptInvalid, TargetNotInMod,
};
use replies::wa::success::{ModValidated, ScriptParsed};
use reply_kit::{ArgumentProblems, Arguments, CallContext, Effect, ReplyBuilder, ReplyResult, Tool, codes};
use world_adapter::{
    BaselineUse, CheckData, DeepCheckData, DeepCheckError, Existence, MAX_ADDRESS_LENGTH, Page, Resolved, SessionId,
};

use crate::ToolParts;

/// The tool.
#[derive(Debug)]
pub struct CheckTool {
    sessions: Arc<Sessions>,
}

/// The arguments of `ck3_check`.
#[derive(Clone, Debug, Arguments)]
#[arguments(check)]
pub struct CheckArguments {
    /// A file, a folder or a whole mod: mod:My Mod/common/traits/a.txt, mod:My Mod.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    path: String,
    /// Check this text as if it stood at path, which need not exist.
    #[arg(max_length = ck3_file::MAX_CONTENT, hidden)]
    content: Option<String>,
    /// Run the operator's deep validator on the mod that holds path: it knows triggers, effects and references.
    deep: Option<bool>,
    /// With deep: `compare` (default) reports all findings and marks new ones, `new` only new ones, `set` makes this run the baseline.
    baseline: Option<BaselineUse>,
    /// The most files with problems in one answer.
    #[arg(min = 1, max = 1_000, default = "50")]
    limit: Option<u32>,
    /// Continue after this address: the `after` of an answer that was truncated.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    after: Option<String>,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    session: Option<String>,
}

impl CheckArguments {
    /// An argument that this check does not use is reported, never ignored (L70).
    fn check(&self, problems: &mut ArgumentProblems<'_>) {
        let is_deep = self.deep == Some(true);
        if is_deep && self.content.is_some() {
            let expected = "no content with deep: write it first, then check the mod";
            problems.add("content", "is not used by this check", expected);
        }
        if !is_deep && self.baseline.is_some() {
            problems.add("baseline", "is not used by this check", "deep: true with it");
        }
    }
}

codes!(CheckTool {
    ScriptParsed => CheckData,
    ModValidated => DeepCheckData;
    TargetNotInMod, ValidatorNotConfigured, ValidatorFailed, ScriptInvalid, NotAFile, NotADirectory, FileInUse, FileTooLarge, RangeOutsideFile, PathNotFound, ModeNotInitialised, ReadFailed,
    VisibilityCapacityExceeded, SessionRequired, SessionUnknown,
});

impl Tool for CheckTool {
    const NAME: &'static str = "ck3_check";
    const TITLE: &'static str = "Check scripts";
    const DESCRIPTION: &'static str = "\
Check the form of script and localization: braces, quotes, operators, headers, byte order marks. path names a file, a folder or a \
mod; with content, that text is checked as if it stood there. One file with errors is invalid, each error with line, column and what to \
do; a folder lists the problems of each file. ck3_file checks what it writes by itself. deep runs a validator on \
the whole mod and reports what it finds at path, and what is new since its first run.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = CheckArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: CheckArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.sessions.find(rb, arguments.session.as_deref(), context)?;
        let world = self.sessions.world();
        let existence = if arguments.content.is_some() { Existence::Optional } else { Existence::Required };
        let (rb, target) = world.resolve(rb, session, &arguments.path, existence)?;
        let page = Page::first(arguments.limit.unwrap_or(50) as usize);
        let page = arguments.after.as_deref().map_or(page.clone(), |after| page.after(after));
        if arguments.deep == Some(true) {
            return self.deep(rb, session, &target, &page, arguments.baseline.unwrap_or_default());
        }
        let (rb, data) = match &arguments.content {
            Some(text) => world.check_content(rb, &target, text.as_bytes())?,
            None => world.check(rb, &target, &page)?,
        };
        Ok(world.answer(rb, &data))
    }
}

impl CheckTool {
    pub(crate) fn new(parts: &ToolParts) -> Self {
        Self { sessions: parts.sessions.clone() }
    }

    /// WA gives the findings; the server reports a missing or failed validator.
    fn deep<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        session: SessionId,
        target: &Resolved,
        page: &Page,
        baseline: BaselineUse,
    ) -> ReplyResult<'c> {
        let world = self.sessions.world();
        let (rb, found) = world.deep_check(rb, session, target, page, baseline)?;
        match found {
            Ok(data) => Ok(world.answer(rb, &data)),
            Err(DeepCheckError::Failed(failure)) => {
                let code = ValidatorFailed { reason: failure.reason.into() };
                Err(rb.error_with_report(self.sessions.voice(), code, failure.report))
            }
            Err(DeepCheckError::NoGame) => {
                let expected = "the operator to name the game's folder as game under [roots]".into();
                Err(rb.invalid(self.sessions.voice(), ValidatorNotConfigured { expected }))
            }
            Err(_) => {
                let expected =
                    "the operator to install ck3-tiger and to name it: path under [tiger] in ck3raven.toml".into();
                Err(rb.invalid(self.sessions.voice(), ValidatorNotConfigured { expected }))
            }
        }
    }
}
