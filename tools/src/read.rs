//! The tool `ck3_read`: the text of one file, or of several in one call.
//!
//! **Invariant:** it changes nothing. Resolve, return if terminal, read through the adapter, S (L75).

use std::sync::Arc;

use ck3_session::{MAX_SESSION_LENGTH, Sessions};
use replies::mcp::invalid::{SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{FileInUse, FileTooLarge, ModeNotInitialised, NotAFile, PathNotFound, RangeOutsideFile};
use replies::wa::success::{FileRead, FilesRead};
use reply_kit::{ArgumentProblems, Arguments, CallContext, Effect, ReplyBuilder, ReplyResult, Tool, codes};
use world_adapter::{Existence, FileText, FileTexts, MAX_ADDRESS_LENGTH, Part, ReadLimit};

use crate::ToolParts;

/// The most files of one call.
const MAX_FILES: usize = 50;

/// The tool.
#[derive(Debug)]
pub struct ReadTool {
    sessions: Arc<Sessions>,
}

impl ReadTool {
    pub(crate) fn new(parts: &ToolParts) -> Self {
        Self { sessions: parts.sessions.clone() }
    }
}

/// The arguments of `ck3_read`.
#[derive(Clone, Debug, Arguments)]
#[arguments(check)]
pub struct ReadArguments {
    /// The file: a canonical address such as mod:My Mod/events/a.txt.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    path: Option<String>,
    /// Several files instead, at most 50; each is read once.
    #[arg(max_length = MAX_FILES)]
    paths: Option<Vec<String>>,
    /// The first line wanted, counted from 1.
    #[arg(min = 1)]
    first_line: Option<u32>,
    /// The last line wanted.
    #[arg(min = 1)]
    last_line: Option<u32>,
    /// This many lines from the beginning.
    #[arg(min = 1)]
    head: Option<u32>,
    /// This many lines from the end.
    #[arg(min = 1)]
    tail: Option<u32>,
    /// The most bytes of text in the answer, all files together.
    #[arg(min = 1, max = 4_194_304, default = "40000")]
    max_bytes: Option<u32>,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    session: Option<String>,
}

impl ReadArguments {
    fn check(&self, problems: &mut ArgumentProblems<'_>) {
        match (&self.path, &self.paths) {
            (None, None) => problems.add("path", "is missing", "the address of a file, or paths with several"),
            (Some(_), Some(_)) => problems.add("paths", "goes with no path", "one of path, paths"),
            (None, Some(paths)) if paths.is_empty() => problems.add("paths", "is empty", "1 to 50 addresses"),
            _ => {}
        }
        let has_lines = self.first_line.is_some() || self.last_line.is_some();
        let ranges = [has_lines, self.head.is_some(), self.tail.is_some()];
        if ranges.iter().filter(|is_given| **is_given).count() > 1 {
            let field = if self.head.is_some() { "head" } else { "tail" };
            problems.add(field, "goes with no other range", "one of first_line/last_line, head, tail");
        }
        if self.first_line.unwrap_or(1) > self.last_line.unwrap_or(u32::MAX) {
            problems.add("last_line", "comes before first_line", "a line from first_line on");
        }
    }

    fn part(&self) -> Part {
        let size = |number: u32| number as usize;
        match (self.head, self.tail) {
            (Some(head), _) => Part::Head(size(head)),
            (None, Some(tail)) => Part::Tail(size(tail)),
            (None, None) if self.first_line.is_none() && self.last_line.is_none() => Part::Whole,
            (None, None) => Part::Lines {
                first: size(self.first_line.unwrap_or(1)),
                last: size(self.last_line.unwrap_or(u32::MAX)),
            },
        }
    }

    fn limit(&self) -> ReadLimit {
        self.max_bytes.map_or_else(ReadLimit::default, |bytes| ReadLimit::bytes(bytes as usize))
    }
}

codes!(ReadTool {
    FileRead => FileText,
    FilesRead => FileTexts;
    NotAFile, FileInUse, FileTooLarge, RangeOutsideFile, PathNotFound, ModeNotInitialised, ReadFailed, VisibilityCapacityExceeded,
    SessionRequired, SessionUnknown,
});

impl Tool for ReadTool {
    const NAME: &'static str = "ck3_read";
    const TITLE: &'static str = "Read files";
    const DESCRIPTION: &'static str = "\
Read one file (path) or up to 50 (paths) by canonical address: text with digest, encoding, line ends and line numbers. A range \
with first_line/last_line, head or tail. A long file is cut at max_bytes; next_line says where to go on.";
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
        let (world, part, limit) = (self.sessions.world(), arguments.part(), arguments.limit());
        if let Some(path) = &arguments.path {
            let (rb, target) = world.resolve(rb, session, path, Existence::Required)?;
            let (rb, text) = world.read(rb, &target, part, limit)?;
            return Ok(world.answer(rb, &text));
        }
        let paths: Vec<&str> = arguments.paths.iter().flatten().map(String::as_str).collect();
        let (rb, targets) = world.resolve_all(rb, session, &paths)?;
        let (rb, texts) = world.read_all(rb, &targets, part, limit)?;
        Ok(world.answer(rb, &texts))
    }
}
