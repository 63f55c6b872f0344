//! Calls that time out, that are cancelled, that never leave the queue, that are suspended, that panic.

use std::future::pending;
use std::sync::{LazyLock, mpsc};
use std::thread;
use std::time::Duration;

use reply_kit::{AnyCode, CallContext, CrashDir, NoData, Program, Question, SessionSource, Voice, Wrapper};
use tempfile::TempDir;

use super::*;

pub(crate) mod registry {
    reply_kit::registry!("registry.toml");
}

use registry::shlf::success::BookFound;
use registry::{Code, Shlf};

/// The program of this process.
pub(crate) struct Started {
    pub(crate) wrapper: Wrapper,
    pub(crate) voice: Arc<Voice<Shlf>>,
    _folder: TempDir,
}

pub(crate) fn program() -> &'static Started {
    static STARTED: LazyLock<Started> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let Program { wrapper, voices, .. } = registry::start(CrashDir::at(folder.path())).unwrap();
        Started { wrapper, voice: Arc::new(voices.shlf), _folder: folder }
    });
    &STARTED
}

/// A pool, and a program whose calls it runs.
struct Fixture {
    wrapper: Wrapper,
    voice: Arc<Voice<Shlf>>,
    pool: CallPool,
}

impl Fixture {
    fn new(limits: Limits) -> Self {
        let Started { wrapper, voice, .. } = program();
        Self { wrapper: wrapper.clone(), voice: Arc::clone(voice), pool: CallPool::new(limits) }
    }

    /// A tool that does something and succeeds.
    fn tool(&self, work: impl FnOnce() + Send + 'static) -> impl FnOnce(Call) -> Outcome + Send + 'static {
        let voice = Arc::clone(&self.voice);
        move |call| {
            call.run::<AnyCode, _>(|rb| {
                work();
                Ok(rb.success(&voice, BookFound, &NoData))
            })
        }
    }

    /// Runs a body that the caller waits for to the end.
    async fn run(&self, body: impl FnOnce(Call) -> Outcome + Send + 'static) -> PoolOutcome {
        self.pool.run(&ClientId::Only, self.wrapper.begin("ck3_dir").with_arguments("path: x"), pending(), body).await
    }

    fn crash_file(&self, envelope: &Envelope) -> Option<String> {
        std::fs::read_to_string(self.wrapper.crashes().file(envelope.trace_id())).ok()
    }

    fn has_crash_file(&self, outcome: &PoolOutcome) -> bool {
        match outcome {
            PoolOutcome::Replied(envelope) | PoolOutcome::TimedOut(envelope) | PoolOutcome::Cancelled(envelope) => {
                self.crash_file(envelope).is_some()
            }
            _ => false,
        }
    }
}

const DEFAULT: Limits = Limits { running: 4, waiting: 100, bytes_in_flight: 1 << 20, timeout: Duration::from_mins(1) };
const SHORT_TIMEOUT: Limits = Limits { timeout: Duration::from_millis(50), ..DEFAULT };

fn code(outcome: &PoolOutcome) -> Code {
    match outcome {
        PoolOutcome::Replied(envelope) | PoolOutcome::TimedOut(envelope) | PoolOutcome::Cancelled(envelope) => {
            envelope.code().try_into().unwrap()
        }
        PoolOutcome::Suspended(_) | PoolOutcome::Rejected | PoolOutcome::Crashed => panic!("no reply: {outcome:?}"),
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

#[test]
fn l19_a_call_that_takes_too_long_is_answered_and_leaves_a_crash_file() {
    let fixture = Fixture::new(SHORT_TIMEOUT);
    let (release, held) = mpsc::channel::<()>();
    let outcome = block_on(fixture.run(fixture.tool(move || _ = held.recv())));
    drop(release);
    let PoolOutcome::TimedOut(envelope) = outcome else { panic!("it was to time out: {outcome:?}") };
    assert_eq!(envelope.code(), Code::Crash);
    let crash = fixture.crash_file(&envelope).unwrap();
    assert!(crash.contains("cancelled: it took too long"), "{crash}");
}

#[test]
fn l27_a_call_past_its_commit_point_is_waited_for() {
    let fixture = Fixture::new(SHORT_TIMEOUT);
    let voice = Arc::clone(&fixture.voice);
    let body = move |call: Call| {
        call.run::<AnyCode, _>(|rb| {
            let rb = rb.commit()?;
            thread::sleep(Duration::from_millis(300));
            Ok(rb.success(&voice, BookFound, &NoData))
        })
    };
    assert_eq!(code(&block_on(fixture.run(body))), Code::BookFound);
}

#[test]
fn l27_a_call_that_times_out_before_its_commit_point_changes_nothing() {
    let fixture = Fixture::new(SHORT_TIMEOUT);
    let voice = Arc::clone(&fixture.voice);
    let (tell, told) = mpsc::channel();
    let body = move |call: Call| {
        call.run::<AnyCode, _>(|rb| {
            thread::sleep(Duration::from_millis(300));
            let committed = rb.commit();
            let _ = tell.send(committed.is_ok());
            committed.map(|rb| rb.success(&voice, BookFound, &NoData))
        })
    };
    assert_eq!(code(&block_on(fixture.run(body))), Code::Crash);
    assert!(!told.recv_timeout(Duration::from_secs(5)).unwrap());
}

#[test]
fn l27_a_cancelled_call_ends_quietly_whether_it_had_begun_or_not() {
    let fixture = Fixture::new(Limits { running: 1, ..DEFAULT });
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let (release, held) = mpsc::channel::<()>();
    let (tell, told) = mpsc::channel();
    block_on(async {
        let runs = fixture.pool.run(
            &ClientId::Only,
            fixture.wrapper.begin("ck3_dir"),
            async {
                let _ = has_begun.await;
            },
            fixture.tool(move || {
                let _ = begun.send(());
                let _ = held.recv();
            }),
        );
        let waits = async {
            tokio::task::yield_now().await;
            let body = fixture.tool(move || _ = tell.send(()));
            fixture.pool.run(&ClientId::Only, fixture.wrapper.begin("ck3_dir"), std::future::ready(()), body).await
        };
        let (runs, waits) = tokio::join!(runs, waits);
        assert!(
            matches!((&runs, &waits), (PoolOutcome::Cancelled(_), PoolOutcome::Cancelled(_))),
            "{runs:?} {waits:?}"
        );
        assert!(!fixture.has_crash_file(&runs) && !fixture.has_crash_file(&waits));
        drop(release);
        fixture.pool.finish().await;
    });
    assert!(told.recv().is_err(), "it was to leave the queue");
}

#[test]
fn l69_finishing_waits_for_what_has_begun_though_nobody_waits_for_its_answer() {
    let fixture = Fixture::new(DEFAULT);
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let (done, is_done) = mpsc::channel();
    block_on(async {
        let body = fixture.tool(move || {
            let _ = begun.send(());
            thread::sleep(Duration::from_millis(200));
            let _ = done.send(());
        });
        tokio::select! {
            outcome = fixture.run(body) => panic!("it was to be dropped: {outcome:?}"),
            _ = has_begun => {}
        }
        fixture.pool.finish().await;
    });
    assert!(is_done.try_recv().is_ok());
}

#[test]
fn l19_a_panic_of_the_tool_and_one_of_the_glue_are_both_answered() {
    let fixture = Fixture::new(DEFAULT);
    let outcome = block_on(fixture.run(|call| call.run::<AnyCode, _>(|_| panic!("a bug"))));
    let PoolOutcome::Replied(envelope) = outcome else { panic!("it was to be answered: {outcome:?}") };
    assert_eq!(envelope.code(), Code::Crash);
    let crash = fixture.crash_file(&envelope).unwrap();
    assert!(["panic: a bug", "arguments: path: x"].iter().all(|told| crash.contains(told)), "{crash}");
    assert!(matches!(block_on(fixture.run(|_| panic!("another bug"))), PoolOutcome::Crashed));
}

#[test]
fn l21_a_full_pool_answers_instead_of_queueing() {
    let fixture = Fixture::new(Limits { running: 1, waiting: 1, ..DEFAULT });
    let (release, held) = mpsc::channel::<()>();
    block_on(async {
        let busy = fixture.run(fixture.tool(move || _ = held.recv()));
        let rejected = async {
            tokio::task::yield_now().await;
            let outcome = fixture.run(|_| Outcome::Cancelled).await;
            drop(release);
            outcome
        };
        let (busy, rejected) = tokio::join!(busy, rejected);
        assert!(matches!(rejected, PoolOutcome::Rejected), "{rejected:?}");
        assert_eq!(code(&busy), Code::BookFound);
    });
}

#[test]
fn l21_a_call_that_never_starts_is_rejected_without_a_crash_file() {
    let fixture = Fixture::new(SHORT_TIMEOUT);
    fixture.pool.hold(true);
    let (tell, told) = mpsc::channel();
    let outcome = block_on(fixture.run(fixture.tool(move || _ = tell.send(()))));
    assert!(matches!(outcome, PoolOutcome::TimedOut(_)), "{outcome:?}");
    assert_eq!(code(&outcome), Code::Overloaded);
    assert!(!fixture.has_crash_file(&outcome));
    assert!(told.recv().is_err(), "it was to leave the queue");
}

#[test]
fn l69_a_pool_that_is_held_back_still_finishes() {
    let fixture = Fixture::new(DEFAULT);
    fixture.pool.hold(true);
    block_on(async {
        let body = fixture.tool(|| ());
        let (outcome, ()) = tokio::join!(fixture.run(body), async {
            tokio::task::yield_now().await;
            fixture.pool.finish().await;
        });
        assert!(matches!(outcome, PoolOutcome::Rejected), "{outcome:?}");
    });
}

#[test]
fn l26_a_suspended_call_holds_no_place() {
    let fixture = Fixture::new(Limits { waiting: 1, ..DEFAULT });
    block_on(async {
        let ask = |call: Call| {
            let context = CallContext::new(SessionSource::Implied).with_elicitation(&call);
            let question =
                Question { id: reply_kit::Id::fresh(), message: "May it?".to_owned(), agree: "Yes".to_owned() };
            call.run::<AnyCode, _>(|rb| Err(rb.ask(context.elicit().unwrap(), question)))
        };
        let outcome = fixture.run(ask).await;
        let PoolOutcome::Suspended(suspended) = outcome else { panic!("it was to be suspended: {outcome:?}") };
        assert_eq!(code(&fixture.run(fixture.tool(|| ())).await), Code::BookFound);
        let trace_id = suspended.trace_id();
        let resumed = fixture.pool.run(&ClientId::Only, suspended.resume(), pending(), fixture.tool(|| ())).await;
        let PoolOutcome::Replied(envelope) = resumed else { panic!("it was to end: {resumed:?}") };
        assert_eq!(envelope.trace_id(), trace_id);
    });
}

#[test]
fn l19_a_call_that_awaits_is_cancelled_where_it_is() {
    let fixture = Fixture::new(SHORT_TIMEOUT);
    let outcome = block_on(
        fixture.pool.drive(&ClientId::Only, fixture.wrapper.begin("x"), pending(), |_call| pending::<Outcome>()),
    );
    assert!(matches!(outcome, PoolOutcome::TimedOut(_)), "{outcome:?}");
    assert!(fixture.has_crash_file(&outcome), "a timeout is worth a crash file");
    let cancelled = fixture
        .pool
        .drive(&ClientId::Only, fixture.wrapper.begin("x"), std::future::ready(()), |_call| pending::<Outcome>());
    let outcome = block_on(cancelled);
    assert!(matches!(outcome, PoolOutcome::Cancelled(_)) && !fixture.has_crash_file(&outcome), "{outcome:?}");
}

#[test]
fn l101_a_client_that_waits_with_much_keeps_no_other_out() {
    let fixture = Fixture::new(Limits { running: 1, waiting: 16, ..DEFAULT });
    let (release, held) = mpsc::channel::<()>();
    let run = |client: u64, body| {
        let client = ClientId::Connection(client);
        let (call, pool) = (fixture.wrapper.begin("ck3_dir"), &fixture.pool);
        async move { pool.run(&client, call, pending(), body).await }
    };
    block_on(async {
        let busy = run(1, Box::new(fixture.tool(move || _ = held.recv())) as Box<dyn FnOnce(Call) -> Outcome + Send>);
        let (busy, waits, other, ()) =
            tokio::join!(busy, run(1, Box::new(fixture.tool(|| ()))), run(2, Box::new(fixture.tool(|| ()))), async {
                // One more than its share, at once and not when there is room again.
                assert!(matches!(run(1, Box::new(fixture.tool(|| ()))).await, PoolOutcome::Rejected));
                release.send(()).unwrap();
            });
        for outcome in [busy, waits, other] {
            assert_eq!(code(&outcome), Code::BookFound);
        }
    });
}
