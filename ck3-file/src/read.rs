//! Reading, and the tool where nothing can be changed.

use std::sync::Arc;

use ck3_session::Sessions;
use replies::mcp::invalid::{SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{FileTooLarge, ModeNotInitialised, NotAFile, PathNotFound, RangeOutsideFile};
use replies::wa::success::FileRead;
use reply_kit::{CallContext, DeclaresSuccess, Effect, ReplyBuilder, ReplyResult, Tool, codes};
use world_adapter::{Existence, FileText, ReadCodes, ResolveCodes, SessionId, WorldAdapter};

use crate::arguments::{Range, ReadArguments, ReadCommand};

/// Resolves, reads, answers (L75).
pub(crate) fn read<'c, T: ResolveCodes + ReadCodes + DeclaresSuccess<FileRead, FileText>>(
    world: &WorldAdapter,
    rb: ReplyBuilder<'c, T>,
    session: SessionId,
    path: &str,
    range: &Range,
) -> ReplyResult<'c> {
    let (rb, target) = world.resolve(rb, session, path, Existence::Required)?;
    let (rb, text) = world.read(rb, &target, range.part(), range.limit())?;
    Ok(world.answer(rb, &text))
}

/// `ck3_file` on a server that changes nothing.
#[derive(Debug)]
pub struct ReadOnlyFileTool {
    sessions: Arc<Sessions>,
}

impl ReadOnlyFileTool {
    /// The tool on a world.
    pub fn new(sessions: Arc<Sessions>) -> Self {
        Self { sessions }
    }
}

codes!(ReadOnlyFileTool {
    FileRead => FileText;
    NotAFile, FileTooLarge, RangeOutsideFile, PathNotFound, ModeNotInitialised, ReadFailed, VisibilityCapacityExceeded,
    SessionRequired, SessionUnknown,
});

impl Tool for ReadOnlyFileTool {
    const NAME: &'static str = "ck3_file";
    const TITLE: &'static str = "Files";
    const DESCRIPTION: &'static str = "\
Read files by canonical address: text with its digest, encoding and line numbers (a range with first_line/last_line, head or \
tail). This server changes nothing.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = ReadArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: ReadArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.sessions.find(rb, arguments.session.as_deref(), context)?;
        let ReadCommand::Read { range } = arguments.command;
        read(self.sessions.world(), rb, session, &arguments.path, &range)
    }
}
