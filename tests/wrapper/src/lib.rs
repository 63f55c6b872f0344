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

use reply_core::{Address, CrashDir, Envelope, Program, TraceId, Voices, Wrapper};
use serde_json::Value;

pub struct Started {
    pub wrapper: Wrapper,
    pub voices: Voices,
    pub crashes: tempfile::TempDir,
}

pub fn start() -> Started {
    let crashes = tempfile::tempdir().unwrap();
    let Program { wrapper, voices, .. } = Program::start(&replies::REGISTRY, CrashDir::at(crashes.path())).unwrap();
    Started { wrapper, voices, crashes }
}

impl Started {
    /// The crash file of a call; empty if there is none.
    pub fn crash_file(&self, trace_id: TraceId) -> String {
        std::fs::read_to_string(self.wrapper.crashes().file(trace_id)).unwrap_or_default()
    }
}

pub fn json(envelope: &Envelope) -> Value {
    serde_json::from_str(envelope.as_json()).expect("an envelope is JSON")
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
