//! Who stands around an agent: someone who keeps the journal, someone who is asked, and others at work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use enforcement::{Approver, Asked, Described, Journal, JournalUnavailable, Record};
use reply_core::Id;
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

/// Agrees or refuses at once.
pub(crate) struct Person(pub(crate) Asked);

impl Approver for Person {
    fn ask(&self, _: Id, _: &Described) -> Asked {
        self.0
    }
}

/// Tells a thread to stop, also when the test fails: a scope waits for its threads.
pub(crate) struct WhenOver<'a>(pub(crate) &'a AtomicBool);

impl Drop for WhenOver<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
