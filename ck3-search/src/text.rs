//! Searching text by reading it: two threads, one order.

use std::io;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ck3_script::Folder;
use grep_matcher::{LineTerminator, Matcher as _};
use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};
use reply_kit::Cancellation;
use world_adapter::{Encoding, ReadSourceError, SourceBytes, WorldAdapter, WorldSource};

use crate::candidates::Candidates;
use crate::data::{LineHit, Searched};
use crate::filter::game_path;
use crate::references::{FileForm, definitions};

/// How many threads search.
const THREADS: usize = 2;
/// How much of a line is shown, in bytes.
const MAX_LINE: usize = 240;
/// How much of a long line is shown before the hit.
const BEFORE_HIT: usize = 60;
/// How much of the beginning of a file is read to tell that it is not text.
const PROBED: usize = 8 * 1024;
/// How much of a file is searched before somebody looks whether the call is over. A pattern may take time by its size for each
/// byte, so a piece of this length takes seconds at most.
const PIECE: usize = 128 * 1024;
/// The longest line that is searched: a line is never divided. A hundred times what any file of the game has.
const MAX_SEARCHED_LINE: usize = 256 * 1024;

/// For how long a search goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// With a full page, to count the rest.
    pub(crate) counting: Duration,
    /// To fill the page.
    pub(crate) searching: Duration,
    /// To find out which files there are.
    pub(crate) walking: Duration,
    /// After which a file is given up that was begun before.
    pub(crate) of_a_file: Duration,
}

impl Default for Budget {
    /// Well below the time that a call may take.
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { counting: seconds(3), searching: seconds(20), walking: seconds(15), of_a_file: seconds(40) }
    }
}

/// What to search, and until when.
pub(crate) struct TextSearch<'s> {
    pub(crate) world: &'s WorldAdapter,
    pub(crate) sources: &'s [WorldSource],
    pub(crate) candidates: &'s Candidates,
    pub(crate) matcher: &'s RegexMatcher,
    /// The key whose definitions are told from its uses, and whose comments are left out.
    pub(crate) key: Option<&'s str>,
    /// Which candidates.
    pub(crate) files: Range<usize>,
    /// Up to which line of the first file all hits were listed.
    pub(crate) told_line: u64,
    /// How many hits are wanted.
    pub(crate) limit: usize,
    pub(crate) cancellation: &'s Cancellation,
    pub(crate) started: Instant,
    pub(crate) budget: Budget,
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct FoundHits {
    /// Files with hits, in order; of at least so many hits as were wanted, if there are as many.
    pub(crate) files: Vec<FileHitLines>,
    /// How many lines hit.
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
    /// How many bytes the line takes in an answer.
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
    pub(crate) fn run(&self) -> FoundHits {
        let shared = Mutex::new(SearchProgress { next: self.files.start, kept: 0, found: FoundHits::default() });
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
            // Both locks are released at once: no thread waits for a file to be read.
            let taken = self.take(&mut lock(shared));
            let Some((index, keep)) = taken else { return };
            let outcome = thread.search(self, index, keep);
            lock(shared).add(index, outcome);
        }
    }

    /// The next file, and how many of its hits are to be kept. Files are handed out in order, so what is kept by then comes
    /// before this one: which hits are kept does not depend on which thread is faster.
    fn take(&self, shared: &mut SearchProgress) -> Option<(usize, usize)> {
        let budget = if shared.kept >= self.limit { self.budget.counting } else { self.budget.searching };
        // Every call searches a file at least, so that a client that continues reaches the end.
        let is_over = shared.next > self.files.start && self.started.elapsed() > budget;
        if shared.next >= self.files.end || is_over || self.cancellation.is_cancelled() {
            return None;
        }
        shared.next += 1;
        // One more than is wanted tells that there is more.
        let keep = if shared.kept > self.limit { 0 } else { self.limit + 1 };
        Some((shared.next - 1, keep))
    }
}

impl TextSearch<'_> {
    /// Whether no more time is left, also for a file that was begun.
    fn is_over_for_a_file(&self) -> bool {
        self.cancellation.is_cancelled() || self.started.elapsed() > self.budget.of_a_file
    }
}

/// The beginning of a text, up to the end of a line; `None` if the line is too long.
fn piece(text: &[u8]) -> Option<&[u8]> {
    let near = &text[..text.len().min(MAX_SEARCHED_LINE)];
    if near.len() <= PIECE {
        return Some(near);
    }
    let (first, rest) = near.split_at(PIECE);
    let end = memchr::memrchr(b'\n', first).or_else(|| memchr::memchr(b'\n', rest).map(|at| PIECE + at));
    match end {
        Some(end) => near.get(..=end),
        None => (near.len() == text.len()).then_some(text),
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
            // It went away since it was walked.
            Err(ReadSourceError::Absent) => {}
            Err(ReadSourceError::NotAFile | ReadSourceError::Unreadable) => searched.unreadable += 1,
        }
    }
}

fn lock(shared: &Mutex<SearchProgress>) -> MutexGuard<'_, SearchProgress> {
    // A panic of the other thread ends the call anyway.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The outcome of searching one file.
enum FileOutcome {
    NotText,
    /// It has a line that is too long, or takes too long with this pattern.
    TooLarge,
    Searched {
        bytes: usize,
        total: usize,
        definitions: usize,
        comments: usize,
        hits: Vec<FormattedHit>,
    },
}

/// What one thread uses for all its files.
struct SearchThread {
    searcher: Searcher,
    matcher: RegexMatcher,
    bytes: SourceBytes,
}

impl SearchThread {
    fn new(matcher: &RegexMatcher) -> Self {
        let terminator = matcher.line_terminator().unwrap_or(LineTerminator::byte(b'\n'));
        let mut searcher = SearcherBuilder::new();
        searcher.line_terminator(terminator).line_number(true).bom_sniffing(false);
        let searcher = searcher.binary_detection(BinaryDetection::none()).build();
        Self { searcher, matcher: matcher.clone(), bytes: SourceBytes::new() }
    }

    fn search(&mut self, of: &TextSearch<'_>, index: usize, keep: usize) -> Result<FileOutcome, ReadSourceError> {
        let Some(source) = of.sources.get(of.candidates.source_of(index)) else { return Err(ReadSourceError::Absent) };
        let path = of.candidates.path(index);
        source.read_into(path, &mut self.bytes)?;
        self.bytes.make_utf8();
        if memchr::memchr(0, &self.bytes[..self.bytes.len().min(PROBED)]).is_some() {
            return Ok(FileOutcome::NotText);
        }
        // A mark is not part of the first line.
        let start = self.bytes.text_start();
        let told_line = if index == of.files.start { of.told_line } else { 0 };
        let key = of.key.map(|key| {
            let is_game = source.mod_name().is_none();
            (key, Folder::of(game_path(path, is_game).unwrap_or(path)))
        });
        let mut lines = HitCollector {
            matcher: &self.matcher,
            form: key.map(|(_, folder)| FileForm::of(folder)),
            cancellation: of.cancellation,
            told_line,
            keep,
            before: LinesBefore::default(),
            total: 0,
            comments: 0,
            kept: Vec::new(),
        };
        let text = &self.bytes[start..];
        while lines.before.bytes < text.len() {
            let Some(piece) = piece(&text[lines.before.bytes..]) else { return Ok(FileOutcome::TooLarge) };
            // A search of memory fails only where the sink does, and this one does not.
            let _: Result<(), io::Error> = self.searcher.search_slice(&self.matcher, piece, &mut lines);
            lines.before.add(piece);
            if lines.before.bytes < text.len() && of.is_over_for_a_file() {
                return Ok(FileOutcome::TooLarge);
            }
        }
        let (total, comments, kept) = (lines.total, lines.comments, lines.kept);
        if total > 0 && self.bytes.encoding() == Encoding::Binary {
            return Ok(FileOutcome::NotText);
        }
        let defined = match key {
            Some((key, folder)) if total > 0 => definitions(&self.bytes, start, folder, key),
            _ => Vec::new(),
        };
        let is_definition = |line: &HitLine| defined.binary_search_by_key(&line.number, |(line, _)| *line).is_ok();
        let tell = |line: HitLine| self.format_hit(of.world, start, &line, is_definition(&line));
        let hits = kept.into_iter().filter_map(tell).collect();
        let definitions = defined.iter().filter(|(line, _)| *line > told_line).count();
        Ok(FileOutcome::Searched { bytes: self.bytes.len(), total, definitions, comments, hits })
    }

    /// Formats a hit: the line, or the part of a long one around the hit.
    fn format_hit(
        &self,
        world: &WorldAdapter,
        start: usize,
        line: &HitLine,
        is_definition: bool,
    ) -> Option<FormattedHit> {
        let Range { start: line_start, end } = line.bytes;
        let is_cut = end - line_start > MAX_LINE;
        let from = if is_cut { (line_start + line.hit).saturating_sub(BEFORE_HIT).max(line_start) } else { line_start };
        let shown = start + from..start + end.min(from + MAX_LINE);
        let escaped = self.bytes.get(shown.clone())?.iter().filter(|byte| **byte < 0x20).count();
        let cost = shown.len() + 5 * escaped + 40;
        let before = String::from_utf8_lossy(self.bytes.get(start + line_start..start + line_start + line.hit)?);
        let column = before.chars().count() + 1;
        let text = world.excerpt(&self.bytes, shown, MAX_LINE)?.text;
        let number = usize::try_from(line.number).unwrap_or(usize::MAX);
        Some(FormattedHit { hit: LineHit { line: number, column, text }, is_definition, is_cut, cost })
    }
}

/// A line that hit: its number, its bytes without the line end, and where in it the first hit begins.
struct HitLine {
    number: u64,
    bytes: Range<usize>,
    hit: usize,
}

/// What comes before the piece that is searched.
#[derive(Default)]
struct LinesBefore {
    bytes: usize,
    lines: u64,
}

impl LinesBefore {
    fn add(&mut self, piece: &[u8]) {
        self.bytes += piece.len();
        self.lines += memchr::memchr_iter(b'\n', piece).count() as u64;
    }
}

struct HitCollector<'m> {
    matcher: &'m RegexMatcher,
    /// How comments are recognised, where they do not count.
    form: Option<FileForm>,
    cancellation: &'m Cancellation,
    told_line: u64,
    keep: usize,
    before: LinesBefore,
    total: usize,
    comments: usize,
    kept: Vec<HitLine>,
}

impl Sink for HitCollector<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> Result<bool, io::Error> {
        let number = self.before.lines + found.line_number().unwrap_or(0);
        if number <= self.told_line {
            return Ok(true);
        }
        let bytes = found.bytes();
        let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let first_hit = || self.matcher.find(line).ok().flatten().map_or(0, |hit| hit.start());
        if self.form.is_some_and(|form| form.comment_start(line) <= first_hit()) {
            self.comments += 1;
            return Ok(!self.comments.is_multiple_of(4096) || !self.cancellation.is_cancelled());
        }
        self.total += 1;
        if self.kept.len() < self.keep {
            let hit = first_hit();
            let start = usize::try_from(found.absolute_byte_offset()).map_or(usize::MAX, |at| self.before.bytes + at);
            self.kept.push(HitLine { number, bytes: start..start + line.len(), hit });
        }
        Ok(!self.total.is_multiple_of(4096) || !self.cancellation.is_cancelled())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::FileFilter;
    use crate::pattern::Pattern;
    use replies::wa::success::AddressResolved;
    use reply_kit::{AnyCode, NoData, Verbatim};
    use world_adapter::{Config, Mode, RootKey, SessionConfig, WorldSources};

    /// A world of a hundred files with a hit each.
    fn world(disk: &std::path::Path) -> (WorldAdapter, WorldSources) {
        for file in 0..100 {
            std::fs::write(disk.join(format!("{file:03}.txt")), "needle\n").unwrap();
        }
        let program = tests_started::program();
        let (world, _) =
            WorldAdapter::open(Config::new().root(RootKey::Game, disk), std::sync::Arc::clone(&program.wa));
        let (session, _) = world.load_session(SessionConfig::new().mode(Mode::Ck3lens));
        world.replace_session(world.default_session(), |_| session);
        let mut sources = None;
        program.wrapper.call::<AnyCode, _>("test", |rb| {
            let (rb, found) = world.sources(rb, world.default_session())?;
            sources = Some(found);
            Ok(rb.success(&program.wa, AddressResolved, &NoData))
        });
        (world, sources.unwrap())
    }

    fn run(world: &WorldAdapter, sources: &WorldSources, cancellation: &Cancellation, limit: usize) -> FoundHits {
        let pattern = Pattern { query: "needle", is_regex: false, ignores_case: false, is_word: false };
        run_within(world, sources, (&pattern, Budget::default()), cancellation, limit)
    }

    fn run_within(
        world: &WorldAdapter,
        sources: &WorldSources,
        (pattern, budget): (&Pattern<'_>, Budget),
        cancellation: &Cancellation,
        limit: usize,
    ) -> FoundHits {
        let (until, started) = (Instant::now() + Duration::from_mins(1), Instant::now());
        let never = Cancellation::never();
        let candidates =
            Candidates::find(sources, &FileFilter::default(), (&never, until), true, &mut Searched::default());
        let search = TextSearch {
            world,
            sources: &sources.opened,
            candidates: &candidates,
            matcher: &pattern.compile().unwrap(),
            key: None,
            files: 0..candidates.len(),
            told_line: 0,
            limit,
            cancellation,
            started,
            budget,
        };
        search.run()
    }

    #[test]
    fn a_file_is_searched_in_pieces_of_whole_lines() {
        let disk = tempfile::tempdir().unwrap();
        let (world, sources) = world(disk.path());
        // Hits at the first line, at both sides of each end of a piece, and at the last line, which has no end.
        let filler = format!("{}\n", "é".repeat(50));
        let mut text = "a needle\n".to_owned();
        let (mut expected, mut line) = (vec![1], 2);
        while text.len() < 5 * PIECE {
            if (text.len() + 2 * filler.len()) % PIECE < 4 * filler.len() {
                text.push_str("é needle\n");
                expected.push(line);
                line += 1;
            }
            text.push_str(&filler);
            line += 1;
        }
        text.push_str("needle");
        expected.push(line);
        std::fs::write(disk.path().join("000.txt"), &text).unwrap();
        let found = run(&world, &sources, &Cancellation::never(), 1_000);
        let first = &found.files[0];
        let told: Vec<usize> = first.hits.iter().map(|kept| kept.hit.line).collect();
        assert_eq!((told, found.total), (expected.clone(), expected.len() + 99));
        assert!(expected.len() > 10);
        let line = |text: &str| Verbatim::read_from_file(&tests_started::program().wa, text.to_owned());
        for (at, column, text) in [(0, 3, "a needle"), (1, 3, "é needle"), (expected.len() - 1, 1, "needle")] {
            let hit = &first.hits[at].hit;
            assert_eq!((hit.column, &hit.text), (column, &line(text)));
        }
    }

    #[test]
    fn l100_a_line_without_end_and_a_file_that_takes_too_long_are_left_out() {
        let disk = tempfile::tempdir().unwrap();
        let (world, sources) = world(disk.path());
        let write = |file: &str, text: String| std::fs::write(disk.path().join(file), text).unwrap();
        write("000.txt", "x".repeat(MAX_SEARCHED_LINE - 6) + "needle");
        write("001.txt", "x".repeat(MAX_SEARCHED_LINE) + "needle");
        write("002.txt", "x\n".repeat(PIECE) + "needle");
        let never = Cancellation::never();
        let found = run(&world, &sources, &never, 1_000);
        assert_eq!((found.total, found.searched.files, found.searched.too_large), (99, 99, 1));
        // What fits into one piece is searched whatever the time.
        let pattern = Pattern { query: "needle", is_regex: false, ignores_case: false, is_word: false };
        let budget = Budget { of_a_file: Duration::ZERO, ..Budget::default() };
        let found = run_within(&world, &sources, (&pattern, budget), &never, 1_000);
        assert_eq!((found.total, found.searched.files, found.searched.too_large), (98, 98, 2));
    }

    #[test]
    fn l100_a_cancelled_search_reads_nothing_more() {
        let disk = tempfile::tempdir().unwrap();
        let (world, sources) = world(disk.path());
        let call = tests_started::program().wrapper.begin("test");
        let watch = call.watch();
        let mut cancellation = Cancellation::never();
        let outcome = call.run::<AnyCode, _>(|rb| {
            cancellation = rb.cancellation();
            assert!(!cancellation.is_cancelled());
            assert!(watch.cancel("nobody waits").is_some());
            Ok(rb.success(&tests_started::program().wa, AddressResolved, &NoData))
        });
        assert!(matches!(outcome, reply_kit::Outcome::Cancelled) && cancellation.is_cancelled());
        let found = run(&world, &sources, &cancellation, 10);
        assert_eq!((found.searched.files, found.ended_at), (0, Some(0)));
    }

    #[test]
    fn l100_files_are_listed_for_as_long_as_there_is_time() {
        let disk = tempfile::tempdir().unwrap();
        let (_, sources) = world(disk.path());
        let never = Cancellation::never();
        let listed = |until: Instant| {
            let filter = FileFilter::default();
            Candidates::find(&sources, &filter, (&never, until), true, &mut Searched::default()).len()
        };
        let now = Instant::now();
        assert_eq!((listed(now), listed(now + Duration::from_mins(1))), (0, 100));
    }

    #[test]
    fn l100_no_more_hits_are_kept_than_an_answer_needs() {
        let disk = tempfile::tempdir().unwrap();
        let (world, sources) = world(disk.path());
        for _ in 0..20 {
            let found = run(&world, &sources, &Cancellation::never(), 10);
            let kept: usize = found.files.iter().map(|file| file.hits.len()).sum();
            assert_eq!((found.total, found.searched.files, found.ended_at), (100, 100, None));
            assert!((11..=11 + THREADS).contains(&kept), "{kept}");
            assert!(found.files.iter().map(|file| file.index).eq(0..kept), "the first ones, in order");
        }
    }
}
