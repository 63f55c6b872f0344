//! Work within bounds: off the reactor, so many at once, each given up in time or waited for (L19, L27).

use std::sync::Arc;
use std::time::Duration;

use reply_core::{Call, Envelope};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::limits::Limits;

/// How long a call may wait for its turn.
const PATIENCE: Duration = Duration::from_mins(1);

/// The room there is for calls.
#[derive(Clone)]
pub(crate) struct Work {
    app: Arc<App>,
    limits: Limits,
    /// A call holds one while it runs; changes that are under way when the process ends hold it too.
    running: Arc<Semaphore>,
    /// A call holds one from its arrival to its answer.
    waiting: Arc<Semaphore>,
}

impl Work {
    pub(crate) fn new(app: Arc<App>) -> Self {
        let limits = app.limits;
        Self {
            running: Arc::new(Semaphore::new(limits.running)),
            waiting: Arc::new(Semaphore::new(limits.waiting)),
            app,
            limits,
        }
    }

    /// Waits for a turn and runs `body` on a blocking thread.
    ///
    /// A call that takes too long, or that nobody wants any more, is given up while nothing has changed. Past its commit
    /// point it is waited for: no agent hears E about a change that took place (L27).
    pub(crate) async fn run(
        &self,
        tool: &'static str,
        arguments: String,
        unwanted: impl Future<Output = ()>,
        body: impl FnOnce(&App, Call) -> Option<Envelope> + Send + 'static,
    ) -> Envelope {
        let Ok(_place) = self.waiting.try_acquire() else { return self.refused(tool) };
        let mut unwanted = std::pin::pin!(unwanted);
        let turn = tokio::select! {
            turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.running).acquire_owned()) => turn,
            () = &mut unwanted => return self.refused(tool),
        };
        let Ok(Ok(turn)) = turn else { return self.refused(tool) };
        let call = self.app.wrapper.begin(tool).with_arguments(arguments);
        let watch = call.watch();
        let app = Arc::clone(&self.app);
        let mut done = std::pin::pin!(tokio::task::spawn_blocking(move || {
            let envelope = body(&app, call);
            drop(turn);
            envelope
        }));
        let why = tokio::select! {
            envelope = &mut done => return self.settle(tool, envelope.ok().flatten()),
            () = tokio::time::sleep(self.limits.timeout) => "it took too long",
            () = &mut unwanted => "nobody waits for it any more",
        };
        if let Some(envelope) = watch.give_up(why) {
            self.app.journal.call(tool, &envelope);
            return envelope;
        }
        self.settle(tool, done.await.ok().flatten())
    }

    /// Lets what runs come to its end, and takes on nothing more.
    pub(crate) async fn finish(&self) {
        self.waiting.close();
        let all = u32::try_from(self.limits.running).unwrap_or(u32::MAX);
        // Closed by nobody, so it can be acquired.
        let _ = self.running.acquire_many(all).await;
    }

    /// The wrapper catches what escapes from a tool; what escapes from the glue around it is caught here.
    fn settle(&self, tool: &'static str, envelope: Option<Envelope>) -> Envelope {
        envelope.unwrap_or_else(|| {
            let crash = replies::mcp::error::Crash;
            let envelope = self.app.wrapper.call(tool, |rb| Err(rb.error(&self.app.voice, crash)));
            eprintln!("ck3raven: {}: the server's own code failed around {tool}", envelope.trace_id());
            self.app.journal.call(tool, &envelope);
            envelope
        })
    }

    fn refused(&self, tool: &'static str) -> Envelope {
        let envelope = self.app.wrapper.overloaded(tool);
        self.app.journal.call(tool, &envelope);
        envelope
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::mpsc;
    use std::thread;

    use reply_core::NoData;

    use super::*;
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

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let made = runtime.block_on(future);
        // A body that is held back is let go only after this.
        runtime.shutdown_background();
        made
    }

    #[test]
    fn l19_a_call_that_takes_too_long_is_answered_and_leaves_a_crash_file() {
        let (_folder, work) = room(soon());
        let (release, held) = mpsc::channel::<()>();
        let envelope = block_on(work.run("ck3_dir", String::new(), pending(), move |app, call| {
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
        let envelope = block_on(work.run("ck3_file", String::new(), pending(), move |app, call| {
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
        let envelope = block_on(work.run("ck3_file", String::new(), pending(), move |app, call| {
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
                room.run("ck3_file", String::new(), pending(), body).await
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
        let of_the_tool = work.run("ck3_dir", "path: x".to_owned(), pending(), |_, call| call.run(|_| panic!("a bug")));
        let envelope = block_on(of_the_tool);
        assert_eq!(envelope.code().as_str(), "MCP-SYS-E-001");
        let crash = std::fs::read_to_string(work.app.wrapper.crashes().file(envelope.trace_id())).unwrap();
        assert!(crash.contains("panic: a bug") && crash.contains("arguments: path: x"), "{crash}");
        let of_the_glue = work.run("ck3_dir", String::new(), pending(), |_, _| panic!("another bug"));
        assert_eq!(block_on(of_the_glue).code().as_str(), "MCP-SYS-E-001");
    }

    #[test]
    fn l21_a_full_house_answers_instead_of_queueing() {
        let (_folder, work) = room(Limits { running: 1, waiting: 1, ..Limits::default() });
        let (release, held) = mpsc::channel::<()>();
        block_on(async {
            let busy = work.run("ck3_dir", String::new(), pending(), move |app, call| {
                call.run(|rb| {
                    let _ = held.recv();
                    Ok(rb.success(&app.voice, replies::mcp::success::Home, &NoData))
                })
            });
            let turned_away = async {
                tokio::time::sleep(Duration::from_millis(50)).await;
                let envelope = work.run("ck3_dir", String::new(), pending(), |_, _| None).await;
                drop(release);
                envelope
            };
            let (busy, turned_away) = tokio::join!(busy, turned_away);
            assert_eq!(turned_away.code().as_str(), "MCP-SYS-E-003");
            assert_eq!(busy.code().as_str(), "MCP-SYS-S-001");
        });
    }
}
