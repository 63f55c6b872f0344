//! The index itself: what files define, by source and stamp.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::assemble::{Assembled, LensCounts, Ranks};
use crate::build::{Building, Job, Keeper, Parsed, Todo, parse};
use crate::cache::SourceEntries;
use crate::cache_file::CacheFile;
use crate::lens_query::PlaysetLens;
use crate::record::FileRecord;
use crate::scope::Scope;
use crate::source::{FileStamp, ListVisitor, SourceIdentity, SourceSet, Unlisted};

/// So many files are parsed by the caller itself; more are worth threads.
const FEW: usize = 16;
/// The most sources whose files are kept; those that were not asked for longest go first.
const MAX_SOURCES: usize = 2_000;
/// The most files of one lens.
const MAX_FILES: usize = 1_000_000;

/// How an index works.
#[derive(Clone, Debug)]
pub struct IndexOptions {
    /// How many threads parse at once.
    pub threads: usize,
    /// A file that changed so recently is read again by the next question: its stamp may not tell a further change.
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

/// What the files of all playsets define. It has no query: [`Index::lens`] gives what has (L90).
///
/// Nothing is read before the first question.
#[derive(Clone, Debug)]
pub struct Index {
    shared: Arc<Shared>,
}

#[derive(Debug)]
pub(crate) struct Shared {
    options: IndexOptions,
    store: Mutex<Store>,
}

/// What is known of a file.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) stamp: FileStamp,
    /// Whether the stamp is old enough to tell every later change.
    pub(crate) is_settled: bool,
    pub(crate) record: Arc<FileRecord>,
}

#[derive(Debug, Default)]
pub(crate) struct SourceFiles {
    pub(crate) files: HashMap<Arc<str>, Entry>,
    used: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Store {
    pub(crate) sources: HashMap<SourceIdentity, SourceFiles>,
    clock: u64,
    job: Option<Arc<Job>>,
    is_cache_read: bool,
    parsed: usize,
    last: Option<Last>,
}

/// The last lens, in case nothing has changed.
#[derive(Debug)]
struct Last {
    identities: Vec<SourceIdentity>,
    scope: Scope,
    records: Vec<usize>,
    counts: LensCounts,
    assembled: Arc<Assembled>,
}

/// The files of a source as they are now.
struct Listing {
    files: Vec<(Arc<str>, Option<FileStamp>)>,
    unlisted: Unlisted,
}

impl Index {
    /// An index that knows nothing yet.
    pub fn new(options: IndexOptions) -> Self {
        Self { shared: Arc::new(Shared { options, store: Mutex::default() }) }
    }

    /// How many files were parsed since it was made.
    pub fn parsed(&self) -> usize {
        self.shared.lock().parsed
    }

    /// Looks at the sources of a session as they are now, parses what has changed, and gives what answers questions about them.
    ///
    /// It waits at most so long; parsing goes on after that, so that a later call finds less to do.
    pub fn lens<S: SourceSet>(
        &self,
        sources: &Arc<S>,
        scope: &Scope,
        wait: Duration,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<PlaysetLens<S>, Building> {
        let deadline = Instant::now() + wait;
        let shared = &self.shared;
        shared.read_cache();
        // Who parses for somebody else parses for this call too.
        while let Some(job) = shared.job() {
            if !job.wait(deadline, is_cancelled) {
                return Err(job.progress());
            }
        }
        let listed_at = now_ns();
        let listings = list(&**sources, scope, shared.options.threads);
        let identities: Vec<_> = (0..sources.count()).map(|source| sources.identity(source)).collect();
        let todo = shared.outdated(&identities, &listings, scope);
        let batch = Arc::new(Batch { shared: Arc::clone(shared), identities: identities.clone(), listed_at });
        if todo.len() <= FEW {
            let parsed: Vec<Parsed> = todo.into_iter().map(|todo| (todo.clone(), parse(&**sources, &todo))).collect();
            batch.keep(&parsed);
        } else {
            let job = {
                // Under the lock, so that a job that ends at once does not end before it is known.
                let mut store = shared.lock();
                let threads = shared.options.threads.clamp(1, todo.len());
                let job = Job::start(sources, todo, threads, &batch);
                store.job = Some(Arc::clone(&job));
                job
            };
            if !job.wait(deadline, is_cancelled) {
                return Err(job.progress());
            }
        }
        let assembled = shared.assemble(&**sources, identities, listings, scope);
        Ok(PlaysetLens::new(Arc::clone(sources), assembled))
    }
}

/// Lists the files of each source, several sources at once.
fn list(sources: &dyn SourceSet, scope: &Scope, threads: usize) -> Vec<Listing> {
    let count = sources.count();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Listing>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let source = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(slot) = results.get(source) else { break };
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(list_one(sources, source, scope));
        }
    };
    std::thread::scope(|threads_of| {
        for _ in 1..threads.min(count) {
            threads_of.spawn(work);
        }
        work();
    });
    let empty = || Listing { files: Vec::new(), unlisted: Unlisted { unreadable: 1, is_cut: true } };
    results
        .into_iter()
        .map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner).unwrap_or_else(empty))
        .collect()
}

fn list_one(sources: &dyn SourceSet, source: usize, scope: &Scope) -> Listing {
    struct Collector<'s> {
        scope: &'s Scope,
        is_game: bool,
        files: Vec<(Arc<str>, Option<FileStamp>)>,
    }
    impl ListVisitor for Collector<'_> {
        fn wants_folder(&mut self, path: &str) -> bool {
            self.scope.wants_folder(path, self.is_game)
        }
        fn wants_file(&mut self, folder: &str, name: &str) -> bool {
            self.files.len() < MAX_FILES && self.scope.wants_file(folder, name, self.is_game)
        }
        fn file(&mut self, path: &str, stamp: Option<FileStamp>) {
            self.files.push((path.into(), stamp));
        }
    }
    let mut collector = Collector { scope, is_game: sources.is_game(source), files: Vec::new() };
    let unlisted = sources.list(source, "", &mut collector);
    Listing { files: collector.files, unlisted }
}

impl Shared {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Store> {
        // What a thread that panicked left is whole: each insertion is one step.
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over what an earlier run left, once.
    fn read_cache(&self) {
        let Some(cache) = &self.options.cache else { return };
        let is_first = !std::mem::replace(&mut self.lock().is_cache_read, true);
        if is_first {
            let found = cache.read();
            let mut store = self.lock();
            for (identity, files) in found {
                store.sources.entry(identity).or_insert(SourceFiles { files, used: 0 });
            }
        }
    }

    /// The files that are not known as they are now. What has gone is forgotten.
    fn outdated(&self, identities: &[SourceIdentity], listings: &[Listing], scope: &Scope) -> Vec<Todo> {
        let mut store = self.lock();
        store.clock += 1;
        let clock = store.clock;
        let mut todo = Vec::new();
        for (source, (identity, listing)) in identities.iter().zip(listings).enumerate() {
            let known = store.sources.entry(*identity).or_default();
            known.used = clock;
            let mut hits = 0;
            for (path, stamp) in &listing.files {
                match known.files.get(path) {
                    Some(entry) if entry.is_settled && Some(entry.stamp) == *stamp => hits += 1,
                    _ => todo.push(Todo { source, path: Arc::clone(path), stamp: *stamp }),
                }
            }
            if *scope == Scope::Everything && known.files.len() > hits {
                let present: std::collections::HashSet<&str> = listing.files.iter().map(|(path, _)| &**path).collect();
                known.files.retain(|path, _| present.contains(&**path));
            }
        }
        if store.sources.len() > MAX_SOURCES {
            let mut used: Vec<u64> = store.sources.values().map(|files| files.used).collect();
            used.sort_unstable();
            let oldest = used[used.len() - MAX_SOURCES].min(clock);
            store.sources.retain(|_, files| files.used >= oldest);
        }
        todo
    }

    fn job(&self) -> Option<Arc<Job>> {
        self.lock().job.clone()
    }

    /// The files of a playset, put together; those of the last time if nothing has changed.
    fn assemble(
        &self,
        sources: &dyn SourceSet,
        identities: Vec<SourceIdentity>,
        listings: Vec<Listing>,
        scope: &Scope,
    ) -> Arc<Assembled> {
        let mut counts = LensCounts::default();
        let mut found = Vec::with_capacity(listings.iter().map(|listing| listing.files.len()).sum());
        let store = self.lock();
        for (source, (identity, listing)) in identities.iter().zip(listings).enumerate() {
            counts.unreadable += listing.unlisted.unreadable;
            counts.is_cut |= listing.unlisted.is_cut;
            let Some(known) = store.sources.get(identity) else { continue };
            for (path, _) in listing.files {
                // A file that went away between being listed and being read has no entry.
                let Some((path, entry)) = known.files.get_key_value(&path) else { continue };
                found.push((source, Arc::clone(path), Arc::clone(&entry.record)));
            }
        }
        let records: Vec<usize> = found.iter().map(|(.., record)| Arc::as_ptr(record).addr()).collect();
        let is_same = |last: &&Last| {
            last.identities == identities && last.scope == *scope && last.records == records && last.counts == counts
        };
        if let Some(last) = store.last.as_ref().filter(is_same) {
            return Arc::clone(&last.assembled);
        }
        drop(store);
        let ranks: Ranks = (0..sources.count()).map(|source| u32::try_from(source).ok()).collect();
        let assembled = Arc::new(Assembled::new(sources, found, &ranks, counts));
        let kept = Arc::clone(&assembled);
        self.lock().last = Some(Last { identities, scope: scope.clone(), records, counts, assembled: kept });
        assembled
    }
}

/// What was asked of a job: where its results belong, and when the stamps of its files were taken.
struct Batch {
    shared: Arc<Shared>,
    identities: Vec<SourceIdentity>,
    listed_at: i64,
}

impl Keeper for Batch {
    /// A stamp is settled if it is well before the time at which it was asked for.
    fn keep(&self, parsed: &[Parsed]) {
        let recent = i64::try_from(self.shared.options.recent.as_nanos()).unwrap_or(i64::MAX);
        let mut store = self.shared.lock();
        store.parsed += parsed.len();
        for (todo, record) in parsed {
            let Some(identity) = self.identities.get(todo.source) else { continue };
            let files = &mut store.sources.entry(*identity).or_default().files;
            let Some(record) = record else {
                files.remove(&todo.path);
                continue;
            };
            let stamp = todo.stamp.unwrap_or_default();
            let newest = stamp.modified_ns.max(stamp.changed_ns);
            let is_settled = todo.stamp.is_some() && newest.saturating_add(recent) < self.listed_at;
            files.insert(Arc::clone(&todo.path), Entry { stamp, is_settled, record: Arc::clone(record) });
        }
    }

    fn end(&self) {
        self.shared.lock().job = None;
    }

    fn save(&self) {
        if let Some(cache) = &self.shared.options.cache {
            let settled = self.shared.lock().settled();
            cache.write(settled);
        }
    }
}

impl Store {
    /// What may be kept for the next run: files whose stamp tells every change.
    fn settled(&self) -> SourceEntries {
        let settled = |files: &SourceFiles| {
            let entries = files.files.iter().filter(|(_, entry)| entry.is_settled);
            entries.map(|(path, entry)| (Arc::clone(path), entry.clone())).collect()
        };
        self.sources.iter().map(|(identity, files)| (*identity, settled(files))).collect()
    }
}

fn now_ns() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}
