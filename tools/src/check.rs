//! The tool `ck3_check`: whether the game can read a script, and where not.
//!
//! **Invariant:** it changes nothing and knows no rule of its own; the parser does.

use std::sync::Arc;

use ck3_session::{MAX_SESSION_LENGTH, Sessions};
use replies::mcp::invalid::{SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{
    FileTooLarge, ModeNotInitialised, NotADirectory, NotAFile, PathNotFound, RangeOutsideFile, ScriptInvalid,
};
use replies::wa::success::ScriptParsed;
use reply_kit::{Arguments, CallContext, Effect, ReplyBuilder, ReplyResult, Tool, codes};
use world_adapter::{CheckData, Existence, MAX_ADDRESS_LENGTH, Page};

use crate::{FromParts, ToolParts};

/// The tool.
#[derive(Debug)]
pub struct CheckTool {
    sessions: Arc<Sessions>,
}

impl FromParts for CheckTool {
    fn from_parts(parts: &ToolParts) -> Self {
        Self { sessions: parts.sessions.clone() }
    }
}

/// The arguments of `ck3_check`.
#[derive(Clone, Debug, Arguments)]
pub struct CheckArguments {
    /// A file, a folder or a whole mod: mod:My Mod/common/traits/a.txt, mod:My Mod.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    path: String,
    /// Check this text as if it stood at path, which need not exist.
    #[arg(max_length = ck3_file::MAX_CONTENT)]
    content: Option<String>,
    /// The most files with problems in one answer.
    #[arg(min = 1, max = 1_000, default = "50")]
    limit: Option<u32>,
    /// Continue after this address: the `after` of an answer that was truncated.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    after: Option<String>,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH)]
    session: Option<String>,
}

codes!(CheckTool {
    ScriptParsed => CheckData;
    ScriptInvalid, NotAFile, NotADirectory, FileTooLarge, RangeOutsideFile, PathNotFound, ModeNotInitialised, ReadFailed,
    VisibilityCapacityExceeded, SessionRequired, SessionUnknown,
});

impl Tool for CheckTool {
    const NAME: &'static str = "ck3_check";
    const TITLE: &'static str = "Check scripts";
    const DESCRIPTION: &'static str = "\
Check the form of script and localization: braces, quotes, operators, headers, byte order marks. path names a file, a folder or a \
mod; with content, that text is checked as if it stood there. One file with errors is invalid, each error with line, column and what to \
do; a folder lists the problems of each file. ck3_file checks what it writes by itself.";
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
        let (rb, data) = match &arguments.content {
            Some(text) => world.check_content(rb, &target, text.as_bytes())?,
            None => {
                let page = Page::first(arguments.limit.unwrap_or(50) as usize);
                let page = arguments.after.as_deref().map_or(page.clone(), |after| page.after(after));
                world.check(rb, &target, &page)?
            }
        };
        Ok(world.answer(rb, &data))
    }
}
