//! `ck3_search`: text, keys, their uses and files, in load order.

use std::sync::Arc;
use std::time::Duration;

use ck3_lens::PlaysetIndex;
use ck3_session::Sessions;
use index::{Index, Scope};
use replies::mcp::invalid::{BadArguments, IndexBuilding, SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{ModeNotInitialised, PathNotFound};
use replies::wa::success::{FilesFound, ReferencesFound, SymbolsFound, TextFound};
use reply_kit::{CallContext, Effect, ReplyBuilder, ReplyResult, Tool, codes};

use crate::arguments::{SearchArguments, SearchCommand};
use crate::data::{FileMatches, ReferenceHits, SymbolHits, TextHits};
use crate::pattern::Pattern;
use crate::question::{FileSelection, SearchQuery};
use crate::text::Budget;

/// The tool.
#[derive(Debug)]
pub struct SearchTool {
    pub(crate) playsets: PlaysetIndex,
    budget: Budget,
}

codes!(SearchTool {
    TextFound => TextHits,
    SymbolsFound => SymbolHits,
    ReferencesFound => ReferenceHits,
    FilesFound => FileMatches;
    BadArguments, IndexBuilding, PathNotFound, ModeNotInitialised, ReadFailed, VisibilityCapacityExceeded, SessionRequired,
    SessionUnknown,
});

impl Tool for SearchTool {
    const NAME: &'static str = "ck3_search";
    const TITLE: &'static str = "Search the playset";
    const DESCRIPTION: &'static str = "\
Search the game and every mod of the playset, in load order: text finds lines by literal text or regex, symbols keys by \
their beginning with the definition in force, references who defines and uses a key, files files by glob. Hits name file, line and column; shadowed_by names the file that replaces theirs, or the mod that hides it. No hits: see searched and nearest. More: repeat with cursor.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = SearchArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: SearchArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.sessions().find(rb, arguments.session.as_deref(), context)?;
        let world = self.playsets.world();
        match &arguments.command {
            SearchCommand::Text { query, regex, ignore_case, word, glob, language } => {
                let pattern = Pattern {
                    query,
                    is_regex: regex.unwrap_or(false),
                    ignores_case: ignore_case.unwrap_or(false),
                    is_word: word.unwrap_or(false),
                };
                let (rb, matcher) = self.matcher(rb, pattern)?;
                let files = FileSelection { glob: glob.as_deref(), language: language.as_deref(), is_script: false };
                let (rb, question) = self.question(rb, session, &arguments, files)?;
                let mut page = question.search_text(world, &matcher, None, self.budget);
                let key = if pattern.is_regex { "" } else { query };
                self.add_nearest(&question, &mut page, key, language.as_deref());
                Ok(world.answer_composed(rb, TextFound, &TextHits::from(page)))
            }
            SearchCommand::References { query, glob } => {
                let pattern = Pattern { query, is_regex: false, ignores_case: false, is_word: true };
                let (rb, matcher) = self.matcher(rb, pattern)?;
                let files = FileSelection { glob: glob.as_deref(), language: None, is_script: true };
                let (rb, question) = self.question(rb, session, &arguments, files)?;
                let mut page = question.search_text(world, &matcher, Some(query), self.budget);
                self.add_nearest(&question, &mut page, query, None);
                Ok(world.answer_composed(rb, ReferencesFound, &page))
            }
            SearchCommand::Symbols { query, language } => {
                let (rb, question) = self.question(rb, session, &arguments, FileSelection::default())?;
                if query.is_empty() && question.filter.folder().is_empty() {
                    let expected = "a key or its beginning; with folder it may be empty";
                    return Err(self.sessions().bad_argument(rb, "query", "is empty", expected));
                }
                let (rb, lens) = self.playsets.look_at(rb, question.sources.clone(), &question.scope())?;
                let mut hits = question.find_symbols(&lens, query, language.as_deref());
                if hits.total == 0 {
                    hits.nearest.extend(question.near_folders());
                }
                Ok(world.answer_composed(rb, SymbolsFound, &hits))
            }
            SearchCommand::Files { glob } => {
                let files = FileSelection { glob: Some(glob), ..FileSelection::default() };
                let (rb, question) = self.question(rb, session, &arguments, files)?;
                let matches = question.find_files(glob, self.budget);
                Ok(world.answer_composed(rb, FilesFound, &matches))
            }
        }
    }
}

impl SearchTool {
    /// The tool for the sessions of a world, with an index for which a call waits at most this long.
    pub fn new(sessions: Arc<Sessions>, index: Index, wait: Duration) -> Self {
        Self { playsets: PlaysetIndex::new(sessions, index, wait), budget: Budget::default() }
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        self.playsets.sessions()
    }

    /// If nothing was found: similar names, if the index can provide them quickly.
    fn add_nearest(&self, question: &SearchQuery, page: &mut ReferenceHits, key: &str, language: Option<&str>) {
        let is_key = (3..=100).contains(&key.len()) && !key.contains(char::is_whitespace);
        let key = if is_key { key } else { "" };
        if page.total > 0 || !page.nearest.is_empty() || (key.is_empty() && language.is_none()) {
            return;
        }
        let sources = question.sources.clone();
        let scope = if language.is_some() { Scope::below("localization") } else { question.scope() };
        if let Some(lens) = self.playsets.try_lens(sources, &scope, &question.cancellation) {
            page.nearest = question.near(&lens, key, language);
        }
    }

    /// The same with another time limit per search; with zero, an answer covers one or two files.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.budget = Budget { counting: time, searching: time, ..self.budget };
        self
    }
}
