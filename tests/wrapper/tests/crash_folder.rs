//! A crash folder that cannot be used. It is chosen once per process, so this is a process of its own.

use std::sync::Mutex;

use replies::Code;
use reply_kit::{AnyCode, CrashDir};

/// What was told instead of being written.
static TOLD: Mutex<String> = Mutex::new(String::new());

#[test]
fn l19_a_crash_file_that_cannot_be_written_costs_nobody_an_answer_and_is_reported_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file where the folder should be");
    std::fs::write(&file, "").unwrap();
    let crashes = CrashDir::at(&file).with_fallback(|report| TOLD.lock().unwrap().push_str(report));
    let program = replies::start(crashes).unwrap();
    let envelope = program.wrapper.call::<AnyCode, _>("x", |_rb| panic!("no room"));
    assert_eq!(envelope.code(), Code::Crash);
    let told = TOLD.lock().unwrap();
    assert!(told.contains("no room") && told.contains(&envelope.trace_id().to_string()), "{told}");
}
