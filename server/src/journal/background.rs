//! Writes what threads hand on that must not wait.

use std::sync::LazyLock;
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;

type BackgroundJob = Box<dyn FnOnce() + Send>;

/// The most lines that wait to be written by a thread that may wait.
const MAX_BACKGROUND: usize = 10_000;
/// How long the end of the process waits for them.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

static BACKGROUND: LazyLock<SyncSender<BackgroundJob>> = LazyLock::new(|| {
    let (jobs, queue) = mpsc::sync_channel::<BackgroundJob>(MAX_BACKGROUND);
    // Without a thread there are no such lines.
    let _ = thread::Builder::new().name("journal".to_owned()).spawn(move || queue.into_iter().for_each(|job| job()));
    jobs
});

/// Has something done on a thread that may wait. Past the bound it is not done: a flood of refusals fills no memory.
pub(super) fn enqueue(job: impl FnOnce() + Send + 'static) {
    let _ = BACKGROUND.try_send(Box::new(job));
}

/// Waits for what was handed on, but only for a moment.
pub(crate) fn flush() {
    let (done, is_done) = mpsc::channel();
    if BACKGROUND.try_send(Box::new(move || _ = done.send(()))).is_ok() {
        let _ = is_done.recv_timeout(FLUSH_TIMEOUT);
    }
}
