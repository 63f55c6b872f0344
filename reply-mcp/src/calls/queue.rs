//! A job queue with threads of its own. Clients take turns, and over HTTP none has all threads: one that queues much, or what takes
//! long, delays its own jobs, not those of others.
//!
//! Not tokio's blocking threads, because everything that shares those waits for everything else on them.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::client::ClientId;

type Job = Box<dyn FnOnce() + Send>;

/// A queue of jobs, and as many threads as may run at once. Threads are started when they are first needed.
pub(crate) struct JobQueue {
    shared: Arc<QueueShared>,
}

struct QueueShared {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    /// The jobs of each client that has any, queued or running.
    clients: HashMap<ClientId, ClientJobs>,
    /// The clients whose next job may run, in the order of their turns.
    turns: BTreeMap<u64, ClientId>,
    /// How many jobs are queued.
    jobs: usize,
    /// The next number, of a job or of a turn.
    next: u64,
    max_threads: usize,
    threads: usize,
    idle: usize,
    /// Nothing starts while this is set, unless the jobs were released.
    is_held: bool,
    is_released: bool,
    is_closed: bool,
}

/// The jobs of one client.
#[derive(Default)]
struct ClientJobs {
    /// By arrival, so that the oldest comes first and each can be removed.
    queued: BTreeMap<u64, Job>,
    running: usize,
    /// It has none while nothing is queued, or while as many run as may.
    turn: Option<u64>,
}

/// A job in the queue.
pub(crate) struct JobTicket {
    client: ClientId,
    number: u64,
    shared: Arc<QueueShared>,
}

impl JobQueue {
    pub(crate) fn new(max_threads: usize) -> Self {
        let state = QueueState { max_threads, ..QueueState::default() };
        Self { shared: Arc::new(QueueShared { state: Mutex::new(state), changed: Condvar::new() }) }
    }

    /// Queues a job of a client. Fails only if the system provides no thread to run it.
    pub(crate) fn submit(&self, client: &ClientId, job: impl FnOnce() + Send + 'static) -> io::Result<JobTicket> {
        let mut state = self.shared.lock();
        if state.jobs >= state.idle && state.threads < state.max_threads {
            let shared = Arc::clone(&self.shared);
            let started = thread::Builder::new().name("call".to_owned()).spawn(move || shared.work());
            match started {
                Ok(_) => state.threads += 1,
                Err(error) if state.threads == 0 => return Err(error),
                // The existing threads will run it.
                Err(_) => {}
            }
        }
        let number = state.push(client, Box::new(job));
        drop(state);
        self.shared.changed.notify_one();
        Ok(JobTicket { client: client.clone(), number, shared: Arc::clone(&self.shared) })
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
        let job = self.shared.lock().remove(&self.client, self.number);
        job.is_some()
    }
}

impl QueueState {
    fn next_number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Queues a job, and returns its number.
    fn push(&mut self, client: &ClientId, job: Job) -> u64 {
        let number = self.next_number();
        self.jobs += 1;
        self.clients.entry(client.clone()).or_default().queued.insert(number, job);
        self.give_turn(client);
        number
    }

    /// The oldest job of the client whose turn it is.
    fn pop(&mut self) -> Option<(ClientId, Job)> {
        let (_, client) = self.turns.pop_first()?;
        let of_client = self.clients.get_mut(&client)?;
        let (_, job) = of_client.queued.pop_first()?;
        of_client.turn = None;
        of_client.running += 1;
        self.jobs -= 1;
        self.give_turn(&client);
        Some((client, job))
    }

    /// A job of a client has ended.
    fn end(&mut self, client: &ClientId) {
        if let Some(of_client) = self.clients.get_mut(client) {
            of_client.running -= 1;
            self.give_turn(client);
        }
    }

    fn remove(&mut self, client: &ClientId, number: u64) -> Option<Job> {
        let job = self.clients.get_mut(client)?.queued.remove(&number)?;
        self.jobs -= 1;
        self.give_turn(client);
        Some(job)
    }

    /// Gives a client a turn after everybody else's if it has none and its next job may run, and forgets one without jobs. A client
    /// that is not the only one leaves a thread to the others.
    fn give_turn(&mut self, client: &ClientId) {
        let (next, max_threads) = (self.next_number(), self.max_threads);
        let Some(of_client) = self.clients.get_mut(client) else { return };
        let most = if *client == ClientId::Only { max_threads } else { max_threads.saturating_sub(1).max(1) };
        let may_run = !of_client.queued.is_empty() && of_client.running < most;
        match of_client.turn {
            None if may_run => {
                of_client.turn = Some(next);
                self.turns.insert(next, client.clone());
            }
            Some(turn) if !may_run => {
                of_client.turn = None;
                self.turns.remove(&turn);
            }
            _ => {}
        }
        if of_client.queued.is_empty() && of_client.running == 0 {
            self.clients.remove(client);
        }
    }
}

impl QueueShared {
    fn work(&self) {
        while let Some((client, job)) = self.next() {
            // The waiter notices that the job did not finish; the thread continues. The value of its panic may panic when it is
            // dropped, and the value of that second panic, which may be no better, is not dropped at all.
            let run = AssertUnwindSafe(|| drop(catch_unwind(AssertUnwindSafe(job))));
            if let Err(second) = catch_unwind(run) {
                std::mem::forget(second);
            }
            self.lock().end(&client);
        }
    }

    fn next(&self) -> Option<(ClientId, Job)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if (!state.is_held || state.is_released)
                && let Some(next) = state.pop()
            {
                return Some(next);
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
            queue.submit(&ClientId::Only, job).unwrap();
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
        queue.submit(&ClientId::Only, || panic!("a bug")).unwrap();
        let (done, is_done) = channel();
        queue.submit(&ClientId::Only, move || done.send(()).unwrap()).unwrap();
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
        queue.submit(&ClientId::Only, || std::panic::panic_any(PanicsWhenDropped)).unwrap();
        let (done, is_done) = channel();
        queue.submit(&ClientId::Only, move || done.send(()).unwrap()).unwrap();
        is_done.recv_timeout(SHORT_TIMEOUT).unwrap();
    }

    #[test]
    fn a_withdrawn_job_gives_back_what_it_holds_at_once() {
        let queue = JobQueue::new(1);
        queue.hold(true);
        let held = Arc::new(());
        let holds = Arc::clone(&held);
        let ticket = queue.submit(&ClientId::Only, move || drop(holds)).unwrap();
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
            queue.submit(&ClientId::Only, move || done.send(number).unwrap()).unwrap();
        }
        assert!(order.recv_timeout(Duration::from_millis(50)).is_err());
        queue.hold(false);
        let begun: Vec<i32> = (0..10).map(|_| order.recv_timeout(SHORT_TIMEOUT).unwrap()).collect();
        assert_eq!(begun, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn clients_take_turns_and_the_jobs_of_each_stay_in_order() {
        let queue = JobQueue::new(1);
        queue.hold(true);
        let (done, order) = channel();
        let submit = |client: u64, number: i32| {
            let done = done.clone();
            queue.submit(&ClientId::Connection(client), move || done.send((client, number)).unwrap()).unwrap()
        };
        let many: Vec<JobTicket> = (0..5).map(|number| submit(1, number)).collect();
        for (client, number) in [(2, 0), (2, 1), (3, 0)] {
            submit(client, number);
        }
        let gone = submit(4, 0);
        assert!(many[1].withdraw() && gone.withdraw());
        queue.hold(false);
        let begun: Vec<(u64, i32)> = (0..7).map(|_| order.recv_timeout(SHORT_TIMEOUT).unwrap()).collect();
        assert_eq!(begun, [(1, 0), (2, 0), (3, 0), (1, 2), (2, 1), (1, 3), (1, 4)]);
        // The last of them has ended once another one has begun.
        submit(5, 0);
        order.recv_timeout(SHORT_TIMEOUT).unwrap();
        let state = queue.shared.lock();
        let known: Vec<_> = state.clients.keys().filter(|client| **client != ClientId::Connection(5)).collect();
        assert!(known.is_empty() && state.turns.is_empty() && state.jobs == 0, "nothing is kept of those who left");
    }

    #[test]
    fn a_client_whose_jobs_take_long_leaves_a_thread_to_the_others() {
        let queue = JobQueue::new(3);
        let (begun, has_begun) = channel();
        let (release, held) = channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for _ in 0..4 {
            let (begun, held) = (begun.clone(), Arc::clone(&held));
            let job = move || {
                begun.send(1).unwrap();
                let _ = held.lock().unwrap().recv();
            };
            queue.submit(&ClientId::Connection(1), job).unwrap();
        }
        let other = || {
            let begun = begun.clone();
            queue.submit(&ClientId::Connection(2), move || begun.send(2).unwrap()).unwrap();
        };
        let next = || has_begun.recv_timeout(SHORT_TIMEOUT).unwrap();
        assert_eq!((next(), next()), (1, 1));
        other();
        assert_eq!(next(), 2);
        other();
        assert_eq!(next(), 2, "two are queued that came before it, and may not run yet");
        for _ in 0..2 {
            release.send(()).unwrap();
            assert_eq!(next(), 1);
        }
    }
}
