//! Who stands around an agent: someone who keeps the journal, and others at work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use enforcement::{Journal, JournalUnavailable, Record};
use serde_json::Value;

/// A journal in memory that can be made to fail.
#[derive(Default)]
pub(crate) struct Notebook {
    lines: Mutex<Vec<Value>>,
    pub(crate) is_full: AtomicBool,
}

impl Notebook {
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.lines.lock().unwrap().clone()
    }
}

impl Journal for Notebook {
    fn record(&self, record: &Record) -> Result<(), JournalUnavailable> {
        if self.is_full.load(Ordering::Acquire) {
            return Err(JournalUnavailable);
        }
        self.lines.lock().unwrap().push(serde_json::to_value(record).unwrap());
        Ok(())
    }
}

/// Tells a thread to stop, also when the test fails: a scope waits for its threads.
pub(crate) struct WhenOver<'a>(pub(crate) &'a AtomicBool);

impl Drop for WhenOver<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
