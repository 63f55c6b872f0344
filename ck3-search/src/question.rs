//! A question: which sources and files, where to begin, how many hits.

use std::ops::Range;
use std::time::Instant;

use ck3_lens::NearFolders;
use grep_regex::RegexMatcher;
use reply_kit::{Cancellation, ReplyBuilder, Step, Text};
use world_adapter::{Existence, SessionId, WorldAdapter, WorldSources};

use crate::SearchTool;
use crate::arguments::{SearchArguments, SearchCommand};
use crate::candidates::Candidates;
use crate::cursor::{Cursor, SearchQueryKey};
use crate::data::{ReferenceHits, Searched};
use crate::filter::FileFilter;
use crate::page::Paging;
use crate::pattern::Pattern;
use crate::text::{Budget, TextSearch};

/// A question, and the sources it is about.
pub(crate) struct SearchQuery {
    pub(crate) sources: WorldSources,
    /// The one source that is searched, by its index among the open ones; `None` for all.
    pub(crate) only: Option<usize>,
    pub(crate) filter: FileFilter,
    pub(crate) key: SearchQueryKey,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) limit: usize,
    pub(crate) cancellation: Cancellation,
    pub(crate) started: Instant,
}

/// Which files are searched, besides their folder.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FileSelection<'f> {
    pub(crate) glob: Option<&'f str>,
    pub(crate) language: Option<&'f str>,
    /// Only script and localization.
    pub(crate) is_script: bool,
}

impl SearchTool {
    /// Parses a question; everything that is wrong with it ends the call.
    pub(crate) fn question<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        session: SessionId,
        arguments: &SearchArguments,
        files: FileSelection<'_>,
    ) -> Step<'c, Self, SearchQuery> {
        let started = Instant::now();
        let (rb, sources) = self.playsets.world().sources(rb, session)?;
        let (rb, (only, below)) = self.source(rb, session, arguments.source.as_deref(), &sources)?;
        let folder = match (below.as_str(), arguments.folder.as_deref().unwrap_or_default()) {
            (below, "") => below.to_owned(),
            ("", folder) => folder.to_owned(),
            (below, folder) => format!("{below}/{folder}"),
        };
        let (rb, filter) = rb.require_some(FileFilter::of_folder(&folder), |rb| {
            let expected = "a path such as common/traits; a mod goes into source";
            self.sessions().bad_argument(rb, "folder", "is not a folder below a source", expected)
        })?;
        let filter = if files.is_script { filter.with_script() } else { filter };
        let filter = files.language.map_or(filter.clone(), |language| filter.with_language(language));
        let with_glob = files.glob.map_or(Ok(filter.clone()), |glob| filter.with_glob(glob));
        let (rb, filter) = rb.require(with_glob, |rb, error| {
            let expected = "a glob such as *.txt or events/**/*.txt";
            self.sessions().bad_argument(rb, "glob", &format!("is not a glob: {error}"), expected)
        })?;
        let key = key(&sources, arguments);
        let cursor = arguments.cursor.as_deref().map(|cursor| Cursor::parse(cursor, key)).transpose();
        let (rb, cursor) = rb.require(cursor, |rb, _| {
            let expected =
                "the cursor of an answer to the same question about the same mods; without one it begins anew";
            self.sessions().bad_argument(rb, "cursor", "is not of this question", expected)
        })?;
        let cancellation = rb.cancellation();
        let limit = arguments.limit();
        Ok((rb, SearchQuery { sources, only, filter, key, cursor, limit, cancellation, started }))
    }

    /// The selected source, and the path below it.
    fn source<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        session: SessionId,
        source: Option<&str>,
        sources: &WorldSources,
    ) -> Step<'c, Self, (Option<usize>, String)> {
        let Some(source) = source else { return Ok((rb, (None, String::new()))) };
        let (rb, resolved) = self.playsets.world().resolve(rb, session, source, Existence::Required)?;
        let (whole, below) = (resolved.address().as_str(), resolved.address().relative_path());
        let root = whole[..whole.len() - below.len()].trim_end_matches('/');
        let found = sources.opened.iter().position(|source| source.address().as_str() == root);
        let (rb, found) = rb.require_some(found, |rb| {
            let expected = "root:game or mod:<name>; ck3_dir lists other roots";
            self.sessions().bad_argument(rb, "source", "is not a source of the playset", expected)
        })?;
        Ok((rb, (Some(found), below.to_owned())))
    }

    /// What finds a pattern; a wrong one ends the call.
    pub(crate) fn matcher<'c>(&self, rb: ReplyBuilder<'c, Self>, pattern: Pattern<'_>) -> Step<'c, Self, RegexMatcher> {
        rb.require(pattern.compile(), |rb, error| {
            self.sessions().bad_argument(rb, "query", &error.problem, &error.expected)
        })
    }
}

/// What identifies a question: all arguments except the cursor and the limit.
fn key(sources: &WorldSources, arguments: &SearchArguments) -> SearchQueryKey {
    let flag = |flag: Option<bool>| if flag == Some(true) { "yes" } else { "no" };
    let given = |text: &Option<String>| text.clone().unwrap_or_default();
    let (source, folder) = (given(&arguments.source), given(&arguments.folder));
    match &arguments.command {
        SearchCommand::Text { query, regex, ignore_case, word, glob, language } => {
            let (glob, language) = (given(glob), given(language));
            let (regex, ignore_case, word) = (flag(*regex), flag(*ignore_case), flag(*word));
            SearchQueryKey::new(sources, &["text", query, regex, ignore_case, word, &glob, &language, &source, &folder])
        }
        SearchCommand::Symbols { query, language } => {
            SearchQueryKey::new(sources, &["symbols", query, &given(language), &source, &folder])
        }
        SearchCommand::References { query, glob } => {
            SearchQueryKey::new(sources, &["references", query, &given(glob), &source, &folder])
        }
        SearchCommand::Files { glob } => SearchQueryKey::new(sources, &["files", glob, &source, &folder]),
    }
}

impl SearchQuery {
    /// The candidates from where the cursor continues, and the line up to which the hits of the first were listed.
    pub(crate) fn range(&self, candidates: &Candidates, paging: &Paging<'_>) -> (Range<usize>, u64) {
        let (start, listed_line) = paging.start(self.cursor.as_ref());
        let all = self.only.map_or(0..candidates.len(), |only| candidates.files_of(only));
        if start > all.start { (start.min(all.end)..all.end, listed_line) } else { (all, listed_line) }
    }

    pub(crate) fn paging<'p>(&'p self, candidates: &'p Candidates) -> Paging<'p> {
        let before = self.cursor.as_ref().map_or(0, |cursor| cursor.before);
        Paging { sources: &self.sources.opened, candidates, key: self.key, before, limit: self.limit }
    }

    /// How many sources are searched.
    pub(crate) fn source_count(&self) -> usize {
        self.only.map_or(self.sources.opened.len(), |_| 1)
    }

    /// The folders that were probably meant, if nothing matches.
    pub(crate) fn near_folders(&self) -> Vec<Text> {
        let found = NearFolders::find(&self.sources, self.filter.folder());
        let near = if found.exists { Vec::new() } else { found.nearest };
        near.iter().map(|folder| Text::echo(folder)).collect()
    }

    /// Searches text; for a key, its definitions and uses separately.
    pub(crate) fn search_text(
        &self,
        world: &WorldAdapter,
        matcher: &RegexMatcher,
        key: Option<&str>,
        budget: Budget,
    ) -> ReferenceHits {
        let mut searched = Searched::default();
        let until = self.started + budget.walking;
        let candidates =
            Candidates::find(&self.sources, &self.filter, (&self.cancellation, until), true, &mut searched);
        let paging = self.paging(&candidates);
        let (files, listed_line) = self.range(&candidates, &paging);
        let search = TextSearch {
            world,
            sources: &self.sources.opened,
            candidates: &candidates,
            matcher,
            key,
            files,
            listed_line,
            limit: self.limit,
            cancellation: &self.cancellation,
            started: self.started,
            budget,
        };
        searched.sources = self.source_count();
        let mut page = paging.page(search.run(searched));
        if page.total == 0 {
            page.nearest = self.near_folders();
        }
        page
    }
}
