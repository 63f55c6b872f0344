//! Calls that take too long, that nobody wants, that never have their turn, that pause, that panic.

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
        let meanwhile =
            run(&work, "", |app, call| call.run(|rb| Ok(rb.success(&app.voice, replies::mcp::success::Home, &NoData))));
        assert_eq!(meanwhile.await.code().as_str(), "MCP-SYS-S-001");
        let trace_id = paused.trace_id();
        let resumed = work.run("ck3_file", paused.resume(), pending(), |app, call| {
            call.run(|rb| Ok(rb.success(&app.voice, replies::mcp::success::Home, &NoData)))
        });
        let Ran::Replied(envelope) = resumed.await else { panic!("it was to end") };
        assert_eq!(envelope.trace_id(), trace_id);
    });
}
