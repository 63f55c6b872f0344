//! What the safety wrapper does at run time is shown in `tests/`; here is what those tests share: a started program with a
//! crash folder of its own, and envelopes as JSON.
#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "set-up for tests"
)]

use std::sync::LazyLock;

use replies::Voices;
use reply_kit::{Address, CrashDir, Envelope, Program, TraceId, Wrapper};
use serde_json::Value;

pub struct Started {
    pub wrapper: Wrapper,
    pub voices: Voices,
    pub crashes: tempfile::TempDir,
}

/// The program of this process: it is started once, and its tests share it.
pub fn start() -> &'static Started {
    static STARTED: LazyLock<Started> = LazyLock::new(|| {
        let crashes = tempfile::tempdir().unwrap();
        let Program { wrapper, voices, .. } = replies::start(CrashDir::at(crashes.path())).unwrap();
        Started { wrapper, voices, crashes }
    });
    &STARTED
}

impl Started {
    /// The crash file of a call; empty if there is none.
    pub fn crash_file(&self, trace_id: TraceId) -> String {
        std::fs::read_to_string(self.wrapper.crashes().file(trace_id)).unwrap_or_default()
    }
}

pub fn json(envelope: &Envelope) -> Value {
    envelope.as_value().clone()
}

pub fn address(text: &str) -> Address {
    text.parse().unwrap()
}

/// The envelope with what differs between calls replaced.
pub fn stable(envelope: &Envelope) -> Value {
    let mut value = json(envelope);
    value["meta"]["trace_id"] = "(trace id)".into();
    value["meta"]["duration_ms"] = 0.into();
    value
}
