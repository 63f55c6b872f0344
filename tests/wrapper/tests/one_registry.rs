//! One registry per running program, and its voices once (L05, L23). Each is a matter of the whole process.

mod other {
    reply_kit::registry!("other_registry.toml");
}

use replies::Code;
use replies::mcp::success::Home;
use reply_kit::{AnyCode, CodeRef, CrashDir, ReplyData, StartError};
use tests_wrapper::start;

#[test]
fn l23_a_second_start_gets_neither_another_registry_nor_the_voices_again() {
    let _ = start();
    assert_eq!(other::start(CrashDir::at("unused")).unwrap_err(), StartError::OtherRegistry);
    assert_eq!(replies::start(CrashDir::at("unused")).unwrap_err(), StartError::AlreadyStarted);
}

#[test]
fn l05_of_many_starts_at_once_none_but_the_first_gets_voices() {
    let _ = start();
    let starts: Vec<_> =
        (0..16).map(|_| std::thread::spawn(|| replies::start(CrashDir::at("unused")).is_ok())).collect();
    assert!(starts.into_iter().all(|start| !start.join().unwrap()));
}

#[derive(ReplyData)]
struct Note {
    code: CodeRef,
}

#[test]
fn l23_no_code_of_another_registry_is_returned() {
    let program = start();
    let mcp = &program.voices.mcp;
    let other = other::REGISTRY.codes().next().unwrap();
    for (code, answer) in [(other, Code::Crash), (Code::Home.into(), Code::Home)] {
        let note = Note { code };
        let envelope = program.wrapper.call::<AnyCode, _>("x", |rb| Ok(rb.success(mcp, Home, &note)));
        assert_eq!(envelope.code(), answer, "{code}");
    }
}
