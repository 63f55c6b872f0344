//! Searching text by reading it: two threads, one order.
//!
//! `file.rs` searches one file, `collector.rs` collects the lines that match.

mod collector;
mod file;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grep_regex::RegexMatcher;
use reply_kit::Cancellation;
use world_adapter::{ReadSourceError, WorldAdapter, WorldSource};

use crate::candidates::Candidates;
use crate::data::{LineHit, Searched};
use file::{FileOutcome, SearchThread};

/// How many threads search.
const THREADS: usize = 2;

/// The time limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// For counting further hits once the page is full.
    pub(crate) counting: Duration,
    /// For filling the page.
    pub(crate) searching: Duration,
    /// For finding the files.
    pub(crate) walking: Duration,
    /// After which even a file that is being searched is abandoned.
    pub(crate) of_a_file: Duration,
}

impl Default for Budget {
    /// Well below the timeout of a call.
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { counting: seconds(3), searching: seconds(20), walking: seconds(15), of_a_file: seconds(40) }
    }
}

/// A search: where, for what, and its limits.
pub(crate) struct TextSearch<'s> {
    pub(crate) world: &'s WorldAdapter,
    pub(crate) sources: &'s [WorldSource],
    pub(crate) candidates: &'s Candidates,
    pub(crate) matcher: &'s RegexMatcher,
    /// The key whose definitions are distinguished from its uses, and whose mentions in comments are left out.
    pub(crate) key: Option<&'s str>,
    /// Which candidates.
    pub(crate) files: Range<usize>,
    /// The line of the first file up to which all hits were listed.
    pub(crate) listed_line: u64,
    /// How many hits are requested.
    pub(crate) limit: usize,
    pub(crate) cancellation: &'s Cancellation,
    pub(crate) started: Instant,
    pub(crate) budget: Budget,
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct FoundHits {
    /// Files with hits, in order, with at least as many hits as were requested, if there are as many.
    pub(crate) files: Vec<FileHitLines>,
    /// How many lines match.
    pub(crate) total: usize,
    /// How many of them define the key.
    pub(crate) definitions: usize,
    /// How many more are comments.
    pub(crate) comments: usize,
    pub(crate) searched: Searched,
    /// The first file that was not searched, if time ran out.
    pub(crate) ended_at: Option<usize>,
}

/// The hits in one file.
#[derive(Debug)]
pub(crate) struct FileHitLines {
    pub(crate) index: usize,
    pub(crate) hits: Vec<FormattedHit>,
}

/// A hit, formatted for the answer.
#[derive(Debug)]
pub(crate) struct FormattedHit {
    pub(crate) hit: LineHit,
    pub(crate) is_definition: bool,
    pub(crate) is_cut: bool,
    /// The size of the line in an answer, in bytes.
    pub(crate) cost: usize,
}

struct SearchProgress {
    /// The next file to be searched.
    next: usize,
    /// How many hits are kept, all in files before `next`.
    kept: usize,
    found: FoundHits,
}

impl TextSearch<'_> {
    /// Searches the files, and adds them to what was looked at so far.
    pub(crate) fn run(&self, searched: Searched) -> FoundHits {
        let found = FoundHits { searched, ..FoundHits::default() };
        let shared = Mutex::new(SearchProgress { next: self.files.start, kept: 0, found });
        std::thread::scope(|scope| {
            for _ in 1..THREADS.min(self.files.len()) {
                scope.spawn(|| self.work(&shared));
            }
            self.work(&shared);
        });
        let SearchProgress { next, mut found, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.files.sort_unstable_by_key(|file| file.index);
        found.ended_at = (next < self.files.end).then_some(next);
        found
    }

    fn work(&self, shared: &Mutex<SearchProgress>) {
        let mut thread = SearchThread::new(self.matcher);
        loop {
            // Both locks are released at once, so that no thread waits while a file is read.
            let taken = self.take(&mut lock(shared));
            let Some((index, keep)) = taken else { return };
            let outcome = thread.search(self, index, keep);
            lock(shared).add(index, outcome);
        }
    }

    /// The next file, and how many of its hits to keep. Files are handed out in order, so the hits kept by then come before
    /// this one: which hits are kept does not depend on which thread is faster.
    fn take(&self, shared: &mut SearchProgress) -> Option<(usize, usize)> {
        let budget = if shared.kept >= self.limit { self.budget.counting } else { self.budget.searching };
        // Every call searches at least one file, so that a client that continues reaches the end.
        let is_over = shared.next > self.files.start && self.started.elapsed() > budget;
        if shared.next >= self.files.end || is_over || self.cancellation.is_cancelled() {
            return None;
        }
        shared.next += 1;
        // One more than requested shows that there is more.
        let keep = if shared.kept > self.limit { 0 } else { self.limit + 1 };
        Some((shared.next - 1, keep))
    }

    /// Whether even a file that is being searched must be abandoned.
    fn is_over_for_a_file(&self) -> bool {
        self.cancellation.is_cancelled() || self.started.elapsed() > self.budget.of_a_file
    }
}

impl SearchProgress {
    fn add(&mut self, index: usize, outcome: Result<FileOutcome, ReadSourceError>) {
        let searched = &mut self.found.searched;
        match outcome {
            Ok(FileOutcome::NotText) => searched.binary += 1,
            Ok(FileOutcome::Searched { bytes, total, definitions, comments, hits }) => {
                searched.files += 1;
                searched.bytes += bytes as u64;
                self.found.total += total;
                self.found.definitions += definitions;
                self.found.comments += comments;
                self.kept += hits.len();
                if !hits.is_empty() {
                    self.found.files.push(FileHitLines { index, hits });
                }
            }
            Ok(FileOutcome::TooLarge) | Err(ReadSourceError::TooLarge(_)) => searched.too_large += 1,
            Ok(FileOutcome::TooSlow) => searched.too_slow += 1,
            // It disappeared since it was walked.
            Err(ReadSourceError::Absent) => {}
            Err(ReadSourceError::NotAFile | ReadSourceError::Unreadable) => searched.unreadable += 1,
        }
    }
}

fn lock(shared: &Mutex<SearchProgress>) -> MutexGuard<'_, SearchProgress> {
    // A panic of the other thread ends the call anyway.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
