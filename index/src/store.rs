//! The index itself: what files define, by source and stamp.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::assemble::{Assembled, LensParts, Ranks};
use crate::build::{Building, ParseJob, ParseTask, Parsed, parse};
use crate::cache::SourceEntries;
use crate::cache_file::CacheFile;
use crate::folder::{KnownFile, SourceState};
use crate::lens_query::PlaysetLens;
use crate::record::FileRecord;
use crate::scan::{ScannedSource, scan_sources};
use crate::scope::Scope;
use crate::source::{SourceIdentity, SourceSet};
use crate::wait_options::WaitOptions;

/// Up to this many files are parsed on the caller's thread; more are worth other threads.
const MAX_INLINE: usize = 16;
/// The most sources whose files are kept; the least recently used are evicted first.
const MAX_SOURCES: usize = 2_000;
/// The most lenses that are kept for the next question with the same scope.
const MAX_LENSES: usize = 8;

/// Configuration of an index.
#[derive(Clone, Debug)]
pub struct IndexOptions {
    /// How many threads parse at once.
    pub threads: usize,
    /// A file that changed this recently is read again by the next question: its stamp may not show a further change.
    pub recent: Duration,
    /// Where definitions are kept between runs.
    pub cache: Option<CacheFile>,
}

impl Default for IndexOptions {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(2, std::num::NonZero::get).min(8);
        Self { threads, recent: Duration::from_secs(2), cache: None }
    }
}

/// What the files of all playsets define. It has no query: [`Index::lens`] returns what has (L90).
///
/// Nothing is read before the first question.
#[derive(Clone, Debug)]
pub struct Index {
    shared: Arc<IndexShared>,
}

#[derive(Debug)]
pub(crate) struct IndexShared {
    options: IndexOptions,
    store: Mutex<Store>,
}

#[derive(Debug, Default)]
struct KnownSource {
    state: Arc<SourceState>,
    used: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Store {
    sources: HashMap<SourceIdentity, KnownSource>,
    clock: u64,
    job: Option<Arc<ParseJob>>,
    is_cache_read: bool,
    parsed: usize,
    /// The last lenses, the newest last, in case nothing has changed.
    last: Vec<LatestLens>,
}

/// A lens, and what it was assembled from.
#[derive(Debug)]
struct LatestLens {
    identities: Vec<SourceIdentity>,
    scope: Scope,
    parts: LensParts,
    assembled: Arc<Assembled>,
}

impl Index {
    /// An index that knows nothing yet.
    pub fn new(options: IndexOptions) -> Self {
        Self { shared: Arc::new(IndexShared { options, store: Mutex::default() }) }
    }

    /// How many files were parsed since it was made.
    pub fn parsed(&self) -> usize {
        self.shared.lock().parsed
    }

    /// Scans the current sources of a session, parses what has changed, and returns what answers questions about them.
    ///
    /// It waits as long as `options` allows; parsing continues after that, so that a later call has less to do.
    pub fn lens<S: SourceSet>(
        &self,
        sources: &Arc<S>,
        scope: &Scope,
        options: &WaitOptions<'_>,
    ) -> Result<PlaysetLens<S>, Building> {
        let deadline = Instant::now() + options.wait;
        let shared = &self.shared;
        shared.read_cache();
        // A job that another call started also serves this call.
        let mut before = 0;
        while let Some(job) = shared.job() {
            if !job.wait(options, deadline, before) {
                return Err(job.progress());
            }
            before += job.progress().total;
        }
        let scanned_at = now_ns();
        let identities: Vec<_> = (0..sources.count()).map(|source| sources.identity(source)).collect();
        let mut scans = {
            let known = shared.known(&identities);
            scan_sources(&**sources, scope, &known, shared.options.threads)
        };
        let todo: Vec<ParseTask> = scans.iter_mut().flat_map(|scan| std::mem::take(&mut scan.todo)).collect();
        let batch = ParseBatch { shared: Arc::clone(shared), identities: identities.clone(), scanned_at };
        let parsed = if todo.len() <= MAX_INLINE {
            let parsed: Vec<Parsed> = todo.into_iter().map(|todo| (todo.clone(), parse(&**sources, &todo))).collect();
            shared.lock().parsed += parsed.len();
            parsed
        } else {
            // A caller that does not wait for the end stores the names, so that the parsed results have their place.
            shared.keep(&identities, &scans, scope);
            let job = {
                // Under the lock, so that a job that ends at once does not end before it is registered.
                let mut store = shared.lock();
                let threads = shared.options.threads.clamp(1, todo.len());
                let job = ParseJob::start(sources, todo, threads, &Arc::new(batch.clone()));
                store.job = Some(Arc::clone(&job));
                job
            };
            if !job.wait(options, deadline, before) {
                return Err(job.progress());
            }
            job.take_parsed()
        };
        // The call answers from what it scanned, whatever others have scanned in the meantime.
        batch.put(parsed, &mut scans);
        shared.keep(&identities, &scans, scope);
        let assembled = shared.assemble(&**sources, identities, &scans, scope);
        Ok(PlaysetLens::new(Arc::clone(sources), assembled))
    }
}

impl IndexShared {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Store> {
        // Each insertion is one step, so a panic elsewhere leaves the state consistent.
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads the cache of an earlier run, once.
    fn read_cache(&self) {
        let Some(cache) = &self.options.cache else { return };
        let is_first = !std::mem::replace(&mut self.lock().is_cache_read, true);
        if is_first {
            let found = cache.read();
            let mut store = self.lock();
            for (identity, files) in found {
                let state = Arc::new(SourceState::from_files(&files));
                store.sources.entry(identity).or_insert(KnownSource { state, used: 0 });
            }
        }
    }

    /// What is known of sources.
    fn known(&self, identities: &[SourceIdentity]) -> Vec<Arc<SourceState>> {
        let mut store = self.lock();
        store.clock += 1;
        let clock = store.clock;
        let known = |identity: &SourceIdentity| {
            let known = store.sources.entry(*identity).or_default();
            known.used = clock;
            Arc::clone(&known.state)
        };
        identities.iter().map(known).collect()
    }

    /// Stores the names that a scan found. The least recently used sources are evicted.
    fn keep(&self, identities: &[SourceIdentity], scans: &[ScannedSource], scope: &Scope) {
        let mut store = self.lock();
        for (identity, scan) in identities.iter().zip(scans) {
            let known = store.sources.entry(*identity).or_default();
            if scan.changes(&known.state, scope) {
                scan.keep(Arc::make_mut(&mut known.state), scope);
            }
        }
        if store.sources.len() > MAX_SOURCES {
            let mut used: Vec<u64> = store.sources.values().map(|known| known.used).collect();
            used.sort_unstable();
            let oldest = used[used.len() - MAX_SOURCES].min(store.clock);
            store.sources.retain(|_, known| known.used >= oldest);
        }
    }

    fn job(&self) -> Option<Arc<ParseJob>> {
        self.lock().job.clone()
    }

    /// The assembled files of a playset; the previous ones if nothing has changed.
    fn assemble(
        &self,
        sources: &dyn SourceSet,
        identities: Vec<SourceIdentity>,
        scans: &[ScannedSource],
        scope: &Scope,
    ) -> Arc<Assembled> {
        let parts = LensParts::new(scans);
        let is_same = |last: &LatestLens| last.identities == identities && last.scope == *scope && last.parts == parts;
        {
            let mut store = self.lock();
            if let Some(at) = store.last.iter().position(is_same) {
                let last = store.last.remove(at);
                let assembled = Arc::clone(&last.assembled);
                store.last.push(last);
                return assembled;
            }
        }
        let ranks: Ranks = (0..sources.count()).map(|source| u32::try_from(source).ok()).collect();
        let assembled = Arc::new(Assembled::of(sources, &parts, &ranks));
        if matches!(scope, Scope::File(_)) {
            return assembled;
        }
        let kept = Arc::clone(&assembled);
        let mut store = self.lock();
        // An entry for the same question is out of date.
        store.last.retain(|last| last.identities != identities || last.scope != *scope);
        if store.last.len() >= MAX_LENSES {
            store.last.remove(0);
        }
        store.last.push(LatestLens { identities, scope: scope.clone(), parts, assembled: kept });
        assembled
    }
}

/// The context of a job: where its results belong, and when the stamps of its files were taken.
#[derive(Clone)]
pub(crate) struct ParseBatch {
    shared: Arc<IndexShared>,
    identities: Vec<SourceIdentity>,
    scanned_at: i64,
}

impl ParseBatch {
    /// What is stored about a file. A stamp is settled if it is well before the time at which it was read.
    fn entry(&self, todo: &ParseTask, record: Option<Arc<FileRecord>>) -> Option<KnownFile> {
        let recent = i64::try_from(self.shared.options.recent.as_nanos()).unwrap_or(i64::MAX);
        let stamp = todo.stamp.unwrap_or_default();
        let newest = stamp.modified_ns.max(stamp.changed_ns);
        let is_settled = todo.stamp.is_some() && newest.saturating_add(recent) < self.scanned_at;
        Some(KnownFile { stamp, is_settled, record: record? })
    }

    /// Stores the parsed files where they were seen.
    fn put(&self, parsed: Vec<Parsed>, scans: &mut [ScannedSource]) {
        let mut by_source: HashMap<usize, Vec<_>> = HashMap::new();
        for (todo, record) in parsed {
            let entry = self.entry(&todo, record);
            by_source.entry(todo.source).or_default().push((todo.path, entry));
        }
        for (source, found) in by_source {
            if let Some(scan) = scans.get_mut(source) {
                scan.set(found);
            }
        }
    }

    /// Stores what a job has parsed.
    pub(crate) fn keep(&self, parsed: &[Parsed]) {
        let mut store = self.shared.lock();
        store.parsed += parsed.len();
        for (todo, record) in parsed {
            let Some(identity) = self.identities.get(todo.source) else { continue };
            let known = store.sources.entry(*identity).or_default();
            Arc::make_mut(&mut known.state).set(&todo.path, self.entry(todo, record.clone()));
        }
    }

    /// The job has ended. Called before waiting threads continue.
    pub(crate) fn end(&self) {
        self.shared.lock().job = None;
    }

    /// Saves the cache. Called after the waiting threads were notified.
    pub(crate) fn save(&self) {
        if let Some(cache) = &self.shared.options.cache {
            let settled = self.shared.lock().settled();
            cache.write(settled);
        }
    }
}

impl Store {
    /// What may be cached for the next run.
    fn settled(&self) -> SourceEntries {
        self.sources.iter().map(|(identity, known)| (*identity, known.state.settled())).collect()
    }
}

fn now_ns() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}
