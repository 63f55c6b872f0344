//! Work within bounds: off the reactor, so many at once, each given up in time or waited for (L19, L27).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reply_core::{Call, Envelope, Outcome, Paused};
use tokio::sync::{Semaphore, watch};

use crate::app::App;

/// The room there is for calls. They run on the runtime's blocking threads, as many at once as it has.
#[derive(Clone)]
pub(crate) struct Work {
    app: Arc<App>,
    /// A call holds one from its arrival until its work is done, whoever still waits for it.
    places: Arc<Semaphore>,
    is_over: watch::Sender<bool>,
}

/// What came of a call.
#[derive(Debug)]
pub(crate) enum Ran {
    Replied(Envelope),
    /// A person has to be asked. Until then it holds no place and no thread, and no time counts (L26).
    Paused(Paused),
}

impl Work {
    pub(crate) fn new(app: Arc<App>) -> Self {
        Self { places: Arc::new(Semaphore::new(app.limits.waiting)), app, is_over: watch::Sender::default() }
    }

    /// Runs `body` on a blocking thread, when one is free.
    ///
    /// A call that takes too long, or that nobody wants any more, is given up while nothing has changed. Past its commit
    /// point it is waited for: no agent hears E about a change that took place (L27).
    pub(crate) async fn run(
        &self,
        tool: &'static str,
        call: Call,
        unwanted: impl Future<Output = ()>,
        body: impl FnOnce(&App, Call) -> Outcome + Send + 'static,
    ) -> Ran {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let (Ok(place), false) = (place, self.is_over()) else { return self.refused(tool) };
        let watch = call.watch();
        let has_begun = Arc::new(AtomicBool::new(false));
        let (work, begins) = (self.clone(), Arc::clone(&has_begun));
        let mut done = std::pin::pin!(tokio::task::spawn_blocking(move || {
            begins.store(true, Ordering::Release);
            // What had not begun when the end came does not begin any more.
            let outcome = if work.is_over() { Outcome::GivenUp } else { body(&work.app, call) };
            drop(place);
            outcome
        }));
        let why = tokio::select! {
            // What is done is done, also when the end comes at the same moment.
            biased;
            outcome = &mut done => return self.settle(tool, outcome.ok()),
            () = tokio::time::sleep(self.app.limits.timeout) => "it took too long",
            () = unwanted => "nobody waits for it any more",
        };
        let given_up = if has_begun.load(Ordering::Acquire) { watch.give_up(why) } else { watch.turn_away() };
        match given_up {
            Some(envelope) => self.reply(tool, envelope),
            None => self.settle(tool, done.await.ok()),
        }
    }

    /// Lets what runs come to its end, and takes on nothing more. What hangs is not waited for without end.
    pub(crate) async fn finish(&self) {
        self.is_over.send_replace(true);
        let all = u32::try_from(self.app.limits.waiting).unwrap_or(u32::MAX);
        // Closed by nobody, so it can be acquired. Given back at once: whoever asks now is told that it is over.
        let _ = tokio::time::timeout(self.app.limits.timeout, self.places.acquire_many(all)).await;
    }

    /// Comes true when nothing more is taken on.
    pub(crate) async fn over(&self) {
        // The sender is this one's own, so it is not gone.
        let _ = self.is_over.subscribe().wait_for(|is_over| *is_over).await;
    }

    fn is_over(&self) -> bool {
        *self.is_over.borrow()
    }

    /// The wrapper catches what escapes from a tool; what escapes from the glue around it is caught here.
    fn settle(&self, tool: &'static str, outcome: Option<Outcome>) -> Ran {
        match outcome {
            // The body has noted it.
            Some(Outcome::Replied(envelope)) => Ran::Replied(envelope),
            Some(Outcome::Paused(paused)) => Ran::Paused(paused),
            Some(Outcome::GivenUp) => self.refused(tool),
            None => {
                let crash = replies::mcp::error::Crash;
                let envelope = self.app.wrapper.call(tool, |rb| Err(rb.error(&self.app.voice, crash)));
                complain!("ck3raven: {}: the server's own code failed around {tool}", envelope.trace_id());
                self.reply(tool, envelope)
            }
        }
    }

    fn refused(&self, tool: &'static str) -> Ran {
        self.reply(tool, self.app.wrapper.overloaded(tool))
    }

    fn reply(&self, tool: &'static str, envelope: Envelope) -> Ran {
        self.app.journal.call(tool, &envelope);
        Ran::Replied(envelope)
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use reply_core::NoData;

    use super::*;
    use crate::limits::Limits;
    use crate::places::Places;

    fn room(limits: Limits) -> (tempfile::TempDir, Work) {
        let folder = tempfile::tempdir().unwrap();
        let mut app = App::start(&Places::under(folder.path()), None, false).unwrap();
        app.limits = limits;
        (folder, Work::new(Arc::new(app)))
    }

    fn soon() -> Limits {
        Limits { timeout: Duration::from_millis(50), ..Limits::default() }
    }

    /// Runs a body that somebody waits for to the end.
    async fn run(work: &Work, arguments: &str, body: impl FnOnce(&App, Call) -> Outcome + Send + 'static) -> Envelope {
        let call = work.app.wrapper.begin("ck3_dir").with_arguments(arguments);
        match work.run("ck3_dir", call, pending(), body).await {
            Ran::Replied(envelope) => envelope,
            Ran::Paused(paused) => panic!("nobody is asked here: {paused:?}"),
        }
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let made = runtime.block_on(future);
        // A body that is held back is let go only after this.
        runtime.shutdown_background();
        made
    }

    #[test]
    fn l19_a_call_that_takes_too_long_is_answered_and_leaves_a_crash_file() {
        let (_folder, work) = room(soon());
        let (release, held) = mpsc::channel::<()>();
        let envelope = block_on(run(&work, "", move |app, call| {
            call.run(|rb| {
                let _ = held.recv();
                Ok(rb.success(&app.voice, replies::mcp::success::Home, &NoData))
            })
        }));
        drop(release);
        assert_eq!(envelope.code().as_str(), "MCP-SYS-E-001");
        let crash = std::fs::read_to_string(work.app.wrapper.crashes().file(envelope.trace_id())).unwrap();
        assert!(crash.contains("given up: it took too long"), "{crash}");
    }

    #[test]
    fn l27_a_call_past_its_commit_point_is_waited_for() {
        let (_folder, work) = room(soon());
        let envelope = block_on(run(&work, "", move |app, call| {
            call.run(|rb| {
                let rb = rb.commit()?;
                thread::sleep(Duration::from_millis(300));
                Ok(rb.success(&app.voice, replies::mcp::success::Home, &NoData))
            })
        }));
        assert_eq!(envelope.code().as_str(), "MCP-SYS-S-001");
    }

    #[test]
    fn l27_a_call_given_up_before_its_commit_point_changes_nothing() {
        let (_folder, work) = room(soon());
        let (tell, told) = mpsc::channel();
        let envelope = block_on(run(&work, "", move |app, call| {
            call.run(|rb| {
                thread::sleep(Duration::from_millis(300));
                let committed = rb.commit();
                let _ = tell.send(committed.is_ok());
                committed.map(|rb| rb.success(&app.voice, replies::mcp::success::Home, &NoData))
            })
        }));
        assert_eq!(envelope.code().as_str(), "MCP-SYS-E-001");
        assert!(!told.recv_timeout(Duration::from_secs(5)).unwrap());
    }

    #[test]
    fn l69_finishing_waits_for_what_has_begun_though_nobody_waits_for_its_answer() {
        let (_folder, work) = room(Limits::default());
        let (begun, has_begun) = mpsc::channel();
        let (done, is_done) = mpsc::channel();
        block_on(async {
            let room = work.clone();
            let call = tokio::spawn(async move {
                let body = move |app: &App, call: Call| {
                    call.run(|rb| {
                        let _ = begun.send(());
                        thread::sleep(Duration::from_millis(200));
                        let _ = done.send(());
                        Ok(rb.success(&app.voice, replies::mcp::success::Home, &NoData))
                    })
                };
                run(&room, "", body).await
            });
            tokio::task::spawn_blocking(move || has_begun.recv()).await.unwrap().unwrap();
            call.abort();
            work.finish().await;
        });
        assert!(is_done.try_recv().is_ok());
    }

    #[test]
    fn l19_a_panic_of_the_tool_and_one_of_the_glue_are_both_answered() {
        let (_folder, work) = room(Limits::default());
        let of_the_tool = run(&work, "path: x", |_, call| call.run(|_| panic!("a bug")));
        let envelope = block_on(of_the_tool);
        assert_eq!(envelope.code().as_str(), "MCP-SYS-E-001");
        let crash = std::fs::read_to_string(work.app.wrapper.crashes().file(envelope.trace_id())).unwrap();
        assert!(
            ["panic: a bug", "arguments: path: x", "versions: reply-core ", "ck3raven ", "rmcp "]
                .iter()
                .all(|told| crash.contains(told)),
            "{crash}"
        );
        let of_the_glue = run(&work, "", |_, _| panic!("another bug"));
        assert_eq!(block_on(of_the_glue).code().as_str(), "MCP-SYS-E-001");
    }

    #[test]
    fn l21_a_full_house_answers_instead_of_queueing() {
        let (_folder, work) = room(Limits { running: 1, waiting: 1, ..Limits::default() });
        let (release, held) = mpsc::channel::<()>();
        block_on(async {
            let busy = run(&work, "", move |app, call| {
                call.run(|rb| {
                    let _ = held.recv();
                    Ok(rb.success(&app.voice, replies::mcp::success::Home, &NoData))
                })
            });
            let turned_away = async {
                tokio::time::sleep(Duration::from_millis(50)).await;
                let envelope = run(&work, "", |_, _| Outcome::GivenUp).await;
                drop(release);
                envelope
            };
            let (busy, turned_away) = tokio::join!(busy, turned_away);
            assert_eq!(turned_away.code().as_str(), "MCP-SYS-E-003");
            assert_eq!(busy.code().as_str(), "MCP-SYS-S-001");
        });
    }

    #[test]
    fn l21_a_call_that_never_has_its_turn_is_turned_away_and_leaves_no_crash_file() {
        let (_folder, work) = room(soon());
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        block_on(async {
            for _ in 0..2 {
                let held = Arc::clone(&held);
                tokio::task::spawn_blocking(move || held.lock().map(|held| held.recv()).is_ok());
            }
            let ran = Arc::new(AtomicBool::new(false));
            let runs = Arc::clone(&ran);
            let envelope = run(&work, "", move |_, _| {
                runs.store(true, Ordering::Release);
                Outcome::GivenUp
            })
            .await;
            assert_eq!(envelope.code().as_str(), "MCP-SYS-E-003");
            assert!(!work.app.wrapper.crashes().file(envelope.trace_id()).exists());
            assert!(!ran.load(Ordering::Acquire));
            drop(release);
        });
    }

    #[test]
    fn l26_a_paused_call_holds_no_place() {
        let (_folder, work) = room(Limits { waiting: 1, ..Limits::default() });
        block_on(async {
            let call = work.app.wrapper.begin("ck3_file");
            let ran = work.run("ck3_file", call, pending(), |_, call| call.run(|rb| Err(rb.pause()))).await;
            let Ran::Paused(paused) = ran else { panic!("it was to pause: {ran:?}") };
            let meanwhile = run(&work, "", |app, call| {
                call.run(|rb| Ok(rb.success(&app.voice, replies::mcp::success::Home, &NoData)))
            });
            assert_eq!(meanwhile.await.code().as_str(), "MCP-SYS-S-001");
            let trace_id = paused.trace_id();
            let resumed = work.run("ck3_file", paused.resume(), pending(), |app, call| {
                call.run(|rb| Ok(rb.success(&app.voice, replies::mcp::success::Home, &NoData)))
            });
            let Ran::Replied(envelope) = resumed.await else { panic!("it was to end") };
            assert_eq!(envelope.trace_id(), trace_id);
        });
    }
}
