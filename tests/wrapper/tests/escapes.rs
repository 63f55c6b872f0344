//! Whatever escapes from a tool is the registry's crash code, with its stack on disk (L16, L19, L21, L27).

use std::sync::mpsc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use replies::{mcp, wa};
use reply_core::{NoData, Outcome, ReplyType};
use tests_wrapper::{address, json, start};

#[test]
fn l19_a_panic_is_an_error_with_its_stack_on_disk() {
    let program = start();
    let call = program.wrapper.begin("ck3_dir").with_arguments("{\"path\":\"…\"}");
    let envelope = call.run(|_rb| panic!("index 7 of 3")).reply().expect("nobody gave it up");
    assert_eq!(envelope.code().as_str(), "MCP-SYS-E-001");
    let file = program.crash_file(envelope.trace_id());
    for part in ["index 7 of 3", "escapes.rs", "ck3_dir", "{\"path\":\"…\"}", &envelope.trace_id().to_string()] {
        assert!(file.contains(part), "{part} is missing from:\n{file}");
    }
    assert!(!envelope.as_json().contains("index 7"), "the agent hears nothing of the inside");
}

#[test]
fn l20_a_panic_with_a_value_of_any_type_is_caught() {
    let program = start();
    let envelope = program.wrapper.call("x", |_rb| std::panic::panic_any(42_u8));
    assert_eq!(envelope.reply_type(), ReplyType::E);
}

#[test]
fn l19_every_call_has_a_trace_id_of_its_own_and_its_duration() {
    let program = start();
    let call = || {
        program.wrapper.call("x", |rb| {
            std::thread::sleep(Duration::from_millis(5));
            Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData))
        })
    };
    let (first, second) = (call(), call());
    assert_ne!(first.trace_id(), second.trace_id());
    assert!(json(&first)["meta"]["duration_ms"].as_u64().unwrap() >= 5);
}

#[test]
fn l19_the_wrapper_works_on_after_a_panic() {
    let program = start();
    let _ = program.wrapper.call("x", |_rb| panic!("once"));
    let envelope = program.wrapper.call("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData)));
    assert_eq!(envelope.code().as_str(), "MCP-SYS-S-001");
}

#[test]
fn l19_a_crash_file_that_cannot_be_written_costs_nobody_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file where the folder should be");
    std::fs::write(&file, "").unwrap();
    let program = reply_core::Program::start(&replies::REGISTRY, reply_core::CrashDir::at(&file)).unwrap();
    let envelope = program.wrapper.call("x", |_rb| panic!("no room"));
    assert_eq!(envelope.code().as_str(), "MCP-SYS-E-001");
}

#[test]
fn l21_overload_is_a_role_of_the_registry() {
    let program = start();
    assert_eq!(program.wrapper.overloaded("ck3_dir").code().as_str(), "MCP-SYS-E-003");
}

#[test]
fn l27_a_call_given_up_before_its_commit_point_changes_nothing_and_is_answered_once() {
    let program = start();
    let call = program.wrapper.begin("ck3_file");
    let watch = call.watch();
    let answer = watch.give_up("timeout after 30 s").expect("nothing was committed");
    assert_eq!(answer.code().as_str(), "MCP-SYS-E-001");
    assert!(program.crash_file(answer.trace_id()).contains("timeout after 30 s"));

    let mut changed = false;
    let late = call.run(|rb| {
        let rb = rb.commit()?;
        changed = true;
        Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData))
    });
    assert!(late.reply().is_none(), "it has been answered");
    assert!(!changed, "the commit point was closed");
}

#[test]
fn l27_after_the_commit_point_only_the_calls_own_reply_is_true() {
    let program = start();
    let call = program.wrapper.begin("ck3_file");
    let watch = call.watch();
    let (committed, wait) = mpsc::channel();
    let (go_on, gone) = mpsc::channel::<()>();
    let voices = program.voices;
    let worker = std::thread::spawn(move || {
        call.run(|rb| {
            let rb = rb.commit()?;
            committed.send(()).unwrap();
            gone.recv().unwrap();
            Ok(rb.success(&voices.mcp, mcp::success::Home, &NoData))
        })
    });
    wait.recv().unwrap();
    assert!(watch.give_up("timeout").is_none(), "the change is under way: wait for its reply");
    go_on.send(()).unwrap();
    let envelope = worker.join().unwrap().reply().expect("its own reply");
    assert_eq!(envelope.code().as_str(), "MCP-SYS-S-001");
}

#[test]
fn l16_giving_up_a_finished_call_answers_nothing() {
    let program = start();
    let call = program.wrapper.begin("x");
    let watch = call.watch();
    let target = address("root:game");
    let envelope = call.run(|rb| Err(rb.error(&program.voices.wa, wa::error::ReadFailed { target }))).reply().unwrap();
    assert_eq!(envelope.code().as_str(), "WA-READ-E-001");
    assert!(watch.give_up("too late").is_none());
}

#[test]
fn l16_a_call_raced_by_many_watchers_is_answered_exactly_once() {
    for _ in 0..200 {
        let program = start();
        let call = program.wrapper.begin("x");
        let watches: Vec<_> = (0..4).map(|_| call.watch()).collect();
        let voices = program.voices;
        let answers: usize = std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                let outcome = call.run(|rb| Ok(rb.success(&voices.mcp, mcp::success::Home, &NoData)));
                usize::from(outcome.reply().is_some())
            });
            let give_up: Vec<_> =
                watches.iter().map(|watch| scope.spawn(|| usize::from(watch.give_up("race").is_some()))).collect();
            run.join().unwrap() + give_up.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
        });
        assert_eq!(answers, 1);
    }
}

#[test]
fn l26_a_paused_call_is_no_reply_and_goes_on_under_its_trace_id() {
    let program = start();
    let call = program.wrapper.begin("ck3_file");
    let trace_id = call.trace_id();
    let Outcome::Paused(paused) = call.run(|rb| Err(rb.pause())) else { panic!("it was to pause") };
    std::thread::sleep(Duration::from_millis(300));
    let call = paused.resume();
    let envelope = call.run(|rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData))).reply().unwrap();
    assert_eq!((envelope.code().as_str(), envelope.trace_id()), ("MCP-SYS-S-001", trace_id));
    assert!(envelope.duration() < Duration::from_millis(300), "waiting for a person is not work");
    assert!(!program.wrapper.crashes().file(trace_id).exists());
}

#[test]
fn l26_a_call_given_up_while_it_pauses_has_been_answered() {
    let program = start();
    let call = program.wrapper.begin("ck3_file");
    let watch = call.watch();
    let outcome = call.run(|rb| {
        assert!(watch.give_up("timeout").is_some());
        Err(rb.pause())
    });
    assert!(matches!(outcome, Outcome::GivenUp));
}

#[test]
fn l26_a_pause_where_nobody_is_asked_is_a_crash_and_not_silence() {
    let program = start();
    assert_eq!(program.wrapper.call("x", |rb| Err(rb.pause())).code().as_str(), "MCP-SYS-E-001");
}

#[test]
fn l19_a_panic_of_a_future_is_an_error_with_its_stack_on_disk() {
    let program = start();
    let mut polls = 0;
    let glue = std::future::poll_fn(|cx| {
        polls += 1;
        cx.waker().wake_by_ref();
        assert!(polls < 3, "the glue has a bug");
        Poll::<()>::Pending
    });
    let mut watched = std::pin::pin!(program.wrapper.watch("tools/call", glue));
    let mut poll = || watched.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(poll().is_pending() && poll().is_pending());
    let Poll::Ready(Err(envelope)) = poll() else { panic!("it was to crash") };
    assert_eq!(envelope.code().as_str(), "MCP-SYS-E-001");
    let crash = program.crash_file(envelope.trace_id());
    assert!(crash.contains("the glue has a bug") && crash.contains("escapes.rs"), "{crash}");
}

#[test]
fn a_future_that_does_not_panic_is_passed_through() {
    let program = start();
    let mut watched = std::pin::pin!(program.wrapper.watch("tools/call", std::future::ready(7)));
    let polled = watched.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(polled, Poll::Ready(Ok(7))));
}
