//! The tool `ck3_search`: text and files of the game and the session's mods, in load order.
//!
//! **Invariant:** it sees what [`WorldAdapter::sources`](world_adapter::WorldAdapter::sources) shows of a session, and nothing else; it
//! keeps nothing between calls. Text is searched by reading it, so an answer is never older than the disk (L92).
//!
//! Start reading at `run` of [`SearchTool`], then `text.rs`.
#![forbid(unsafe_code)]

mod arguments;
mod candidates;
mod cursor;
mod data;
mod files;
mod filter;
mod page;
mod pattern;
mod question;
mod text;

use std::sync::Arc;
use std::time::Duration;

use ck3_session::Sessions;
use replies::mcp::invalid::{BadArguments, SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{ModeNotInitialised, PathNotFound};
use replies::wa::success::{FilesFound, TextFound};
use reply_kit::{CallContext, Effect, ReplyBuilder, ReplyResult, Tool, codes};

pub use arguments::{SearchArguments, SearchCommand};
pub use data::{FileHits, FileMatch, FileMatches, LineHit, Searched, TextHits};
use pattern::Pattern;
use text::Budget;

/// The tool.
#[derive(Debug)]
pub struct SearchTool {
    sessions: Arc<Sessions>,
    budget: Budget,
}

codes!(SearchTool {
    TextFound => TextHits,
    FilesFound => FileMatches;
    BadArguments, PathNotFound, ModeNotInitialised, ReadFailed, VisibilityCapacityExceeded, SessionRequired,
    SessionUnknown,
});

impl Tool for SearchTool {
    const NAME: &'static str = "ck3_search";
    const TITLE: &'static str = "Search the playset";
    const DESCRIPTION: &'static str = "\
Search the game and every mod of the playset, in load order: text finds lines by literal text or regex, files finds files by glob. Hits \
name file, line and column; shadowed_by names the file that replaces theirs. No hits: see searched and nearest. More: repeat with cursor.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = SearchArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: SearchArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.sessions.find(rb, arguments.session.as_deref(), context)?;
        let world = self.sessions.world();
        match &arguments.command {
            SearchCommand::Text { query, regex, ignore_case, word, glob, language } => {
                let pattern = Pattern {
                    query,
                    is_regex: regex.unwrap_or(false),
                    ignores_case: ignore_case.unwrap_or(false),
                    is_word: word.unwrap_or(false),
                };
                let (rb, matcher) =
                    rb.require(pattern.compile(), |rb, error| self.bad(rb, "query", &error.problem, &error.expected))?;
                let filters = (glob.as_deref(), language.as_deref());
                let (rb, question) = self.question(rb, session, &arguments, filters)?;
                let hits = question.search_text(world, &matcher, self.budget);
                Ok(world.answer(rb, &hits))
            }
            SearchCommand::Files { glob } => {
                let (rb, question) = self.question(rb, session, &arguments, (Some(glob), None))?;
                let matches = question.find_files(glob, self.budget);
                Ok(world.answer(rb, &matches))
            }
        }
    }
}

impl SearchTool {
    /// The tool for the sessions of a world.
    pub fn new(sessions: Arc<Sessions>) -> Self {
        Self { sessions, budget: Budget::default() }
    }

    /// The same with another time for each search; with none, an answer is about one or two files.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.budget = Budget { counting: time, searching: time, ..self.budget };
        self
    }
}
