//! A job queue with threads of its own.
//!
//! Not tokio's blocking threads, because everything that shares those waits for everything else on them.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// A queue of jobs, and as many threads as may run at once. Threads are started when they are first needed.
pub(crate) struct JobQueue {
    shared: Arc<QueueShared>,
    max_threads: usize,
}

#[derive(Default)]
struct QueueShared {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    /// By arrival, so that the oldest comes first and each can be removed.
    queued: BTreeMap<u64, Job>,
    next: u64,
    threads: usize,
    idle: usize,
    /// Nothing starts while this is set, unless the jobs were released.
    is_held: bool,
    is_released: bool,
    is_closed: bool,
}

/// A job in the queue.
pub(crate) struct JobTicket {
    number: u64,
    shared: Arc<QueueShared>,
}

impl JobQueue {
    pub(crate) fn new(max_threads: usize) -> Self {
        Self { shared: Arc::default(), max_threads }
    }

    /// Queues a job. Fails only if the system provides no thread to run it.
    pub(crate) fn submit(&self, job: impl FnOnce() + Send + 'static) -> io::Result<JobTicket> {
        let mut state = self.shared.lock();
        if state.queued.len() >= state.idle && state.threads < self.max_threads {
            let shared = Arc::clone(&self.shared);
            let started = thread::Builder::new().name("call".to_owned()).spawn(move || shared.work());
            match started {
                Ok(_) => state.threads += 1,
                Err(error) if state.threads == 0 => return Err(error),
                // The existing threads will run it.
                Err(_) => {}
            }
        }
        let number = state.next;
        state.next += 1;
        state.queued.insert(number, Box::new(job));
        drop(state);
        self.shared.changed.notify_one();
        Ok(JobTicket { number, shared: Arc::clone(&self.shared) })
    }

    /// Pauses or resumes queued jobs. Running jobs continue.
    pub(crate) fn hold(&self, is_held: bool) {
        self.shared.lock().is_held = is_held;
        self.shared.changed.notify_all();
    }

    /// Resumes the jobs for good: nothing pauses them any more.
    pub(crate) fn release(&self) {
        self.shared.lock().is_released = true;
        self.shared.changed.notify_all();
    }
}

impl Drop for JobQueue {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl JobTicket {
    /// Removes the job from the queue, with everything it holds. False if it has started.
    pub(crate) fn withdraw(&self) -> bool {
        let job = self.shared.lock().queued.remove(&self.number);
        job.is_some()
    }
}

impl QueueShared {
    fn work(&self) {
        while let Some(job) = self.next() {
            // The waiter notices that the job did not finish; the thread continues. The value of its panic may panic when it is
            // dropped, and the value of that second panic, which may be no better, is not dropped at all.
            let run = AssertUnwindSafe(|| drop(catch_unwind(AssertUnwindSafe(job))));
            if let Err(second) = catch_unwind(run) {
                std::mem::forget(second);
            }
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if (!state.is_held || state.is_released)
                && let Some((_, job)) = state.queued.pop_first()
            {
                return Some(job);
            }
            state.idle += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// No job runs under the lock, so a panic leaves the queue whole.
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    const SHORT_TIMEOUT: Duration = Duration::from_secs(10);

    #[test]
    fn as_many_run_at_once_as_there_may_be_threads() {
        let queue = JobQueue::new(2);
        let (begun, has_begun) = channel();
        let (release, held) = channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for _ in 0..3 {
            let (begun, held) = (begun.clone(), Arc::clone(&held));
            let job = move || {
                let _ = begun.send(());
                let _ = held.lock().unwrap().recv();
            };
            queue.submit(job).unwrap();
        }
        has_begun.recv_timeout(SHORT_TIMEOUT).unwrap();
        has_begun.recv_timeout(SHORT_TIMEOUT).unwrap();
        assert!(has_begun.recv_timeout(Duration::from_millis(50)).is_err());
        release.send(()).unwrap();
        has_begun.recv_timeout(SHORT_TIMEOUT).unwrap();
    }

    #[test]
    fn a_job_that_panics_costs_no_thread() {
        let queue = JobQueue::new(1);
        queue.submit(|| panic!("a bug")).unwrap();
        let (done, is_done) = channel();
        queue.submit(move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(SHORT_TIMEOUT).unwrap();
    }

    #[test]
    fn a_panic_whose_value_panics_when_it_is_dropped_costs_no_thread() {
        struct PanicsWhenDropped;
        impl Drop for PanicsWhenDropped {
            fn drop(&mut self) {
                std::panic::panic_any(Self);
            }
        }
        let queue = JobQueue::new(1);
        queue.submit(|| std::panic::panic_any(PanicsWhenDropped)).unwrap();
        let (done, is_done) = channel();
        queue.submit(move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(SHORT_TIMEOUT).unwrap();
    }

    #[test]
    fn a_withdrawn_job_gives_back_what_it_holds_at_once() {
        let queue = JobQueue::new(1);
        queue.hold(true);
        let held = Arc::new(());
        let holds = Arc::clone(&held);
        let ticket = queue.submit(move || drop(holds)).unwrap();
        assert!(ticket.withdraw());
        assert_eq!(Arc::strong_count(&held), 1);
        assert!(!ticket.withdraw());
    }

    #[test]
    fn held_jobs_run_in_their_order_once_released() {
        let queue = JobQueue::new(1);
        queue.hold(true);
        let (done, order) = channel();
        for number in 0..10 {
            let done = done.clone();
            queue.submit(move || done.send(number).unwrap()).unwrap();
        }
        assert!(order.recv_timeout(Duration::from_millis(50)).is_err());
        queue.hold(false);
        let begun: Vec<i32> = (0..10).map(|_| order.recv_timeout(SHORT_TIMEOUT).unwrap()).collect();
        assert_eq!(begun, (0..10).collect::<Vec<_>>());
    }
}
