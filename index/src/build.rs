//! Parsing what is new: on a few threads, which continue after the caller has stopped waiting.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lens::DESCRIPTOR;

use crate::record::{FileRecord, FileState};
use crate::source::{FileStamp, FileUnreadError, SourceSet};
use crate::store::ParseBatch;
use crate::wait_options::WaitOptions;

/// The index is being built; an answer would be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Building {
    /// How many files have been parsed.
    pub done: usize,
    /// The total.
    pub total: usize,
}

/// A file that has to be parsed.
#[derive(Clone, Debug)]
pub(crate) struct ParseTask {
    pub(crate) source: usize,
    pub(crate) path: Arc<str>,
    pub(crate) stamp: Option<FileStamp>,
}

/// A file that was parsed; `None` if it has disappeared since.
pub(crate) type Parsed = (ParseTask, Option<Arc<FileRecord>>);

/// Parses a file.
pub(crate) fn parse(sources: &dyn SourceSet, todo: &ParseTask) -> Option<Arc<FileRecord>> {
    let path: &str = &todo.path;
    let is_read = path == DESCRIPTOR || ck3_script::Folder::of(lens::split_dlc(path).1) != ck3_script::Folder::Other;
    if !is_read {
        return Some(Arc::new(FileRecord::empty(FileState::Other)));
    }
    let mut record = None;
    let read = sources.read(todo.source, path, &mut |bytes| record = Some(FileRecord::parse(path, bytes)));
    let record = match read {
        Ok(()) => record?,
        Err(FileUnreadError::Absent) => return None,
        Err(FileUnreadError::TooLarge) => FileRecord::empty(FileState::TooLarge),
        Err(FileUnreadError::Unreadable) => FileRecord::empty(FileState::Unreadable),
    };
    Some(Arc::new(record))
}

/// Files that are being parsed in the background.
#[derive(Debug)]
pub(crate) struct ParseJob {
    total: usize,
    done: AtomicUsize,
    next: AtomicUsize,
    /// How many threads are working.
    working: AtomicUsize,
    /// What was parsed so far, for callers that wait.
    parsed: Mutex<Vec<Parsed>>,
    has_ended: Mutex<bool>,
    ended: Condvar,
}

/// How many files a thread parses before it delivers them.
const BATCH: usize = 64;

impl ParseJob {
    /// Starts parsing.
    pub(crate) fn start<S: SourceSet>(
        sources: &Arc<S>,
        files: Vec<ParseTask>,
        threads: usize,
        sink: &Arc<ParseBatch>,
    ) -> Arc<Self> {
        let job = Arc::new(Self {
            total: files.len(),
            done: AtomicUsize::new(0),
            next: AtomicUsize::new(0),
            working: AtomicUsize::new(threads),
            parsed: Mutex::default(),
            has_ended: Mutex::new(false),
            ended: Condvar::new(),
        });
        let files = Arc::new(files);
        for _ in 0..threads {
            let worker = Worker { job: Arc::clone(&job), sink: Arc::clone(sink) };
            let (sources, files) = (Arc::clone(sources), Arc::clone(&files));
            let work = move || worker.run(&*sources, &files);
            // If a thread cannot be started, its worker is dropped, which decrements the count.
            let _ = std::thread::Builder::new().name("index".to_owned()).spawn(work);
        }
        job
    }

    pub(crate) fn progress(&self) -> Building {
        Building { done: self.done.load(Ordering::Relaxed).min(self.total), total: self.total }
    }

    /// What was parsed, once.
    pub(crate) fn take_parsed(&self) -> Vec<Parsed> {
        std::mem::take(&mut *self.parsed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits for the end; returns whether it came in time. `before` is how many files earlier jobs parsed for the same
    /// question.
    pub(crate) fn wait(&self, question: &WaitOptions<'_>, deadline: Instant, before: usize) -> bool {
        let mut has_ended = self.has_ended.lock().unwrap_or_else(PoisonError::into_inner);
        while !*has_ended {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || (question.is_cancelled)() {
                return false;
            }
            let Building { done, total } = self.progress();
            (question.on_progress)(Building { done: before + done, total: before + total });
            let slice = left.min(Duration::from_millis(50));
            (has_ended, _) = self.ended.wait_timeout(has_ended, slice).unwrap_or_else(PoisonError::into_inner);
        }
        true
    }
}

/// Decrements the count of threads when it ends, however it ends, so that every wait ends (L101).
struct Worker {
    job: Arc<ParseJob>,
    sink: Arc<ParseBatch>,
}

impl Worker {
    fn run(&self, sources: &dyn SourceSet, files: &[ParseTask]) {
        let mut batch = Vec::with_capacity(BATCH);
        while let Some(todo) = files.get(self.job.next.fetch_add(1, Ordering::Relaxed)) {
            batch.push((todo.clone(), parse(sources, todo)));
            self.job.done.fetch_add(1, Ordering::Relaxed);
            if batch.len() == BATCH {
                self.flush_batch(std::mem::take(&mut batch));
            }
        }
        self.flush_batch(batch);
    }

    fn flush_batch(&self, mut batch: Vec<Parsed>) {
        self.sink.keep(&batch);
        self.job.parsed.lock().unwrap_or_else(PoisonError::into_inner).append(&mut batch);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if self.job.working.fetch_sub(1, Ordering::AcqRel) != 1 {
            return;
        }
        self.sink.end();
        *self.job.has_ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.job.ended.notify_all();
        if !std::thread::panicking() {
            self.sink.save();
        }
    }
}
