//! Whatever escapes from a tool is the registry's crash code, with its stack on disk (L16, L19, L21, L27).

use std::sync::{LazyLock, mpsc};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use replies::{Code, mcp, wa};
use reply_kit::{AnyCode, CallContext, Elicit, Id, NoData, Outcome, Question, ReplyData, ReplyType, SessionSource};
use tests_wrapper::{address, json, start};

/// A client that can show a question.
fn elicit() -> Elicit<'static> {
    static CONTEXT: LazyLock<CallContext> =
        LazyLock::new(|| CallContext::new(SessionSource::Implied).with_elicitation(&start().wrapper.begin("x")));
    CONTEXT.elicit().expect("it can show questions")
}

fn question() -> Question {
    Question { id: Id::fresh(), message: "May it?".into(), agree: "Yes".into() }
}

#[test]
fn l19_a_panic_is_an_error_with_its_stack_on_disk() {
    let program = start();
    let call = program.wrapper.begin("ck3_dir").with_arguments("{\"path\":\"…\"}");
    let envelope = call.run::<AnyCode, _>(|_rb| panic!("index 7 of 3")).reply().expect("nobody cancelled it");
    assert_eq!(envelope.code(), Code::Crash);
    let file = program.crash_file(envelope.trace_id());
    for part in ["index 7 of 3", "escapes.rs", "ck3_dir", "{\"path\":\"…\"}", &envelope.trace_id().to_string()] {
        assert!(file.contains(part), "{part} is missing from:\n{file}");
    }
    assert!(!envelope.as_json().contains("index 7"), "the agent hears nothing of the inside");
}

#[test]
fn l20_a_panic_with_a_value_of_any_type_is_caught() {
    let program = start();
    let envelope = program.wrapper.call::<AnyCode, _>("x", |_rb| std::panic::panic_any(42_u8));
    assert_eq!(envelope.reply_type(), ReplyType::E);
}

#[test]
fn l20_a_panic_whose_value_panics_when_it_is_dropped_is_caught() {
    struct PanicsWhenDropped;
    impl Drop for PanicsWhenDropped {
        fn drop(&mut self) {
            std::panic::panic_any(Self);
        }
    }
    let program = start();
    let envelope = program.wrapper.call::<AnyCode, _>("x", |_rb| std::panic::panic_any(PanicsWhenDropped));
    assert_eq!(envelope.code(), Code::Crash);
    let file = program.crash_file(envelope.trace_id());
    assert!(file.contains("escapes.rs"), "it tells of the first panic:\n{file}");
}

#[test]
fn l19_every_call_has_a_trace_id_of_its_own_and_its_duration() {
    let program = start();
    let call = || {
        program.wrapper.call::<AnyCode, _>("x", |rb| {
            std::thread::sleep(Duration::from_millis(5));
            Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData))
        })
    };
    let (first, second) = (call(), call());
    assert_ne!(first.trace_id(), second.trace_id());
    assert!(json(&first)["meta"]["duration_ms"].as_u64().unwrap() >= 5);
    assert!(first.duration() >= Duration::from_millis(5), "the journal has it too");
}

#[test]
fn l19_the_wrapper_works_on_after_a_panic() {
    let program = start();
    let _ = program.wrapper.call::<AnyCode, _>("x", |_rb| panic!("once"));
    let envelope =
        program.wrapper.call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData)));
    assert_eq!(envelope.code(), Code::Home);
}

#[test]
fn l21_overload_is_a_role_of_the_registry() {
    let program = start();
    assert_eq!(program.wrapper.overloaded("ck3_dir").code(), Code::Overloaded);
}

#[test]
fn l27_a_call_cancelled_before_its_commit_point_changes_nothing_and_is_answered_once() {
    let program = start();
    let call = program.wrapper.begin("ck3_file");
    let watch = call.watch();
    let answer = watch.cancel("timeout after 30 s").expect("nothing was committed");
    assert_eq!(answer.code(), Code::Crash);
    assert!(program.crash_file(answer.trace_id()).contains("timeout after 30 s"));

    let mut changed = false;
    let late = call.run::<AnyCode, _>(|rb| {
        let rb = rb.commit()?;
        changed = true;
        Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData))
    });
    assert!(late.reply().is_none(), "it has been answered");
    assert!(!changed, "the commit point was closed");
}

#[test]
fn l100_long_work_sees_that_its_call_was_cancelled() {
    let program = start();
    let call = program.wrapper.begin("ck3_search");
    let watch = call.watch();
    let mut seen = Vec::new();
    let outcome = call.run::<AnyCode, _>(|rb| {
        let cancellation = rb.cancellation();
        seen.push(cancellation.is_cancelled());
        assert!(watch.cancel("timeout").is_some());
        seen.push(cancellation.is_cancelled());
        Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData))
    });
    assert!(matches!(outcome, Outcome::Cancelled));
    assert_eq!(seen, [false, true]);
}

#[test]
fn l49_what_a_tool_says_to_people_of_its_error_is_in_the_crash_file_alone() {
    let program = start();
    let envelope = program.wrapper.call::<AnyCode, _>("ck3_check", |rb| {
        let target = address("root:game");
        Err(rb.error_with_report(&program.voices.wa, wa::error::ReadFailed { target }, "/home/nate: no space".into()))
    });
    assert_eq!(envelope.code(), Code::ReadFailed);
    assert!(!envelope.as_json().contains("nate"));
    assert!(program.crash_file(envelope.trace_id()).contains("/home/nate: no space"));
}

#[test]
fn l27_after_the_commit_point_only_the_calls_own_reply_is_true() {
    let program = start();
    let call = program.wrapper.begin("ck3_file");
    let watch = call.watch();
    let (committed, wait) = mpsc::channel();
    let (go_on, gone) = mpsc::channel::<()>();
    let voices = &program.voices;
    let worker = std::thread::spawn(move || {
        call.run::<AnyCode, _>(|rb| {
            let cancellation = rb.cancellation();
            let rb = rb.commit()?;
            committed.send(()).unwrap();
            gone.recv().unwrap();
            assert!(!cancellation.is_cancelled());
            Ok(rb.success(&voices.mcp, mcp::success::Home, &NoData))
        })
    });
    wait.recv().unwrap();
    assert!(watch.cancel("timeout").is_none(), "the change is under way: wait for its reply");
    go_on.send(()).unwrap();
    let envelope = worker.join().unwrap().reply().expect("its own reply");
    assert_eq!(envelope.code(), Code::Home);
}

#[test]
fn l16_cancelling_a_finished_call_answers_nothing() {
    let program = start();
    let call = program.wrapper.begin("x");
    let watch = call.watch();
    let target = address("root:game");
    let envelope = call
        .run::<AnyCode, _>(|rb| Err(rb.error(&program.voices.wa, wa::error::ReadFailed { target })))
        .reply()
        .unwrap();
    assert_eq!(envelope.code(), Code::ReadFailed);
    assert!(watch.cancel("too late").is_none());
}

#[test]
fn l16_a_call_raced_by_many_watchers_is_answered_exactly_once() {
    for _ in 0..200 {
        let program = start();
        let call = program.wrapper.begin("x");
        let watches: Vec<_> = (0..4).map(|_| call.watch()).collect();
        let voices = &program.voices;
        let answers: usize = std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                let outcome = call.run::<AnyCode, _>(|rb| Ok(rb.success(&voices.mcp, mcp::success::Home, &NoData)));
                usize::from(outcome.reply().is_some())
            });
            let cancel: Vec<_> =
                watches.iter().map(|watch| scope.spawn(|| usize::from(watch.cancel("race").is_some()))).collect();
            run.join().unwrap() + cancel.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
        });
        assert_eq!(answers, 1);
    }
}

#[test]
fn l26_a_suspended_call_is_not_a_reply_and_goes_on_under_its_trace_id() {
    let program = start();
    let begun = Instant::now();
    let call = program.wrapper.begin("ck3_file");
    let trace_id = call.trace_id();
    let Outcome::Suspended(suspended) = call.run::<AnyCode, _>(|rb| Err(rb.ask(elicit(), question()))) else {
        panic!("it was to be suspended")
    };
    let wait = Duration::from_millis(300);
    std::thread::sleep(wait);
    let call = suspended.resume();
    let envelope =
        call.run::<AnyCode, _>(|rb| Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData))).reply().unwrap();
    assert_eq!((envelope.code().as_str(), envelope.trace_id()), ("MCP-SYS-S-001", trace_id));
    assert!(envelope.duration() + wait <= begun.elapsed(), "waiting for a person is not work");
    assert!(!program.wrapper.crashes().file(trace_id).exists());
}

#[test]
fn l26_a_call_cancelled_while_it_is_suspended_has_been_answered() {
    let program = start();
    let call = program.wrapper.begin("ck3_file");
    let watch = call.watch();
    let outcome = call.run::<AnyCode, _>(|rb| {
        assert!(watch.cancel("timeout").is_some());
        Err(rb.ask(elicit(), question()))
    });
    assert!(matches!(outcome, Outcome::Cancelled));
}

#[test]
fn l26_a_question_where_nobody_is_asked_is_a_crash_and_not_silence() {
    let program = start();
    assert_eq!(program.wrapper.call::<AnyCode, _>("x", |rb| Err(rb.ask(elicit(), question()))).code(), Code::Crash);
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
    assert_eq!(envelope.code(), Code::Crash);
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

#[derive(ReplyData)]
struct Note {
    text: reply_kit::Text,
}

fn note(text: &'static str) -> Note {
    Note { text: text.into() }
}

#[test]
fn l27_a_panic_after_the_change_was_made_is_answered_with_the_success_that_was_prepared() {
    let program = start();
    let envelope = program.wrapper.call::<AnyCode, _>("ck3_file", |rb| {
        let rb = rb.prepare_success(&program.voices.mcp, mcp::success::Home, &note("written"))?;
        let rb = rb.commit()?;
        rb.took_place();
        panic!("the journal has a bug")
    });
    assert_eq!(envelope.code(), Code::Home);
    assert_eq!(json(&envelope)["data"]["text"], "written");
    assert!(program.crash_file(envelope.trace_id()).contains("the journal has a bug"), "people hear of it");
}

#[test]
fn l27_a_panic_before_the_change_was_made_is_an_error() {
    let program = start();
    for is_committed in [false, true] {
        let envelope = program.wrapper.call::<AnyCode, _>("ck3_file", |rb| {
            let rb = rb.prepare_success(&program.voices.mcp, mcp::success::Home, &note("written"))?;
            let _rb = if is_committed { rb.commit()? } else { rb };
            panic!("nothing was written")
        });
        assert_eq!(envelope.code(), Code::Crash, "committed: {is_committed}");
    }
}

#[test]
fn l27_a_change_that_is_stated_before_it_is_prepared_or_committed_was_not_made() {
    let program = start();
    // What a tool can do with its builder before it hands it to the component that makes the change.
    for passes_the_commit_point in [false, true] {
        let envelope = program.wrapper.call::<AnyCode, _>("ck3_file", |rb| {
            let rb = if passes_the_commit_point { rb.commit()? } else { rb };
            rb.took_place();
            let rb = rb.prepare_success(&program.voices.mcp, mcp::success::Home, &note("written"))?;
            if !passes_the_commit_point {
                rb.took_place();
            }
            let rb = rb.commit()?;
            Err(rb.error(&program.voices.wa, wa::error::ReadFailed { target: address("root:game") }))
        });
        assert_eq!(envelope.code(), Code::ReadFailed, "nothing was written; committed: {passes_the_commit_point}");
    }
}

#[test]
fn l27_a_failure_that_is_answered_after_the_commit_point_is_returned_as_it_is() {
    let program = start();
    let envelope = program.wrapper.call::<AnyCode, _>("ck3_file", |rb| {
        let rb = rb.prepare_success(&program.voices.mcp, mcp::success::Home, &note("written"))?;
        let rb = rb.commit()?;
        Err(rb.error(&program.voices.wa, wa::error::ReadFailed { target: address("root:game") }))
    });
    assert_eq!(envelope.code(), Code::ReadFailed, "the change was not made");
}

#[test]
fn l27_no_error_and_no_leak_after_the_change_hides_that_it_was_made() {
    let program = start();
    for leaks in [false, true] {
        let envelope = program.wrapper.call::<AnyCode, _>("ck3_file", |rb| {
            let rb = rb.prepare_success(&program.voices.mcp, mcp::success::Home, &note("written"))?;
            let rb = rb.commit()?;
            rb.took_place();
            if leaks {
                return Ok(rb.success(&program.voices.mcp, mcp::success::Home, &note("/home/nate")));
            }
            Err(rb.error(&program.voices.wa, wa::error::ReadFailed { target: address("root:game") }))
        });
        assert_eq!(json(&envelope)["data"]["text"], "written", "leaks: {leaks}");
        assert!(!envelope.as_json().contains("nate"));
        let crash = program.crash_file(envelope.trace_id());
        assert!(crash.contains(if leaks { "leak" } else { "WA-READ-E-001" }), "{crash}");
    }
}

#[test]
fn l27_a_success_of_the_tools_own_is_preferred_to_the_prepared_one() {
    let program = start();
    let envelope = program.wrapper.call::<AnyCode, _>("ck3_file", |rb| {
        let rb = rb.prepare_success(&program.voices.mcp, mcp::success::Home, &note("written"))?;
        let rb = rb.commit()?;
        rb.took_place();
        Ok(rb.success(&program.voices.mcp, mcp::success::Home, &note("written and noted")))
    });
    assert_eq!(json(&envelope)["data"]["text"], "written and noted");
    assert!(!program.wrapper.crashes().file(envelope.trace_id()).exists());
}

#[test]
fn l27_a_success_that_cannot_be_sent_ends_the_call_before_its_commit_point() {
    let program = start();
    let mut changed = false;
    let envelope = program.wrapper.call::<AnyCode, _>("ck3_file", |rb| {
        let rb = rb.prepare_success(&program.voices.mcp, mcp::success::Home, &note("/home/nate"))?;
        let rb = rb.commit()?;
        changed = true;
        Ok(rb.success(&program.voices.mcp, mcp::success::Home, &NoData))
    });
    assert_eq!(envelope.code(), Code::LeakPrevented);
    assert!(!changed);
}
