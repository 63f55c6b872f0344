//! The loops of the gate: every walk over bytes that is not bounded by a constant is here, and is counted in tests.
//!
//! The gate is linear because each walk stops at a separator, so that only a few of them visit any byte. The tests compare the
//! count with the length of the text.

/// How many bytes at the start fit.
pub(super) fn leading(bytes: &[u8], fits: impl Fn(u8) -> bool) -> usize {
    let length = bytes.iter().position(|byte| !fits(*byte)).unwrap_or(bytes.len());
    count(length + 1);
    length
}

/// How many bytes at the end fit.
pub(super) fn trailing(bytes: &[u8], fits: impl Fn(u8) -> bool) -> usize {
    let length = bytes.iter().rev().position(|byte| !fits(*byte)).unwrap_or(bytes.len());
    count(length + 1);
    length
}

/// Where a word with a colon behind it occurs last.
pub(super) fn last_of(bytes: &[u8], word: &[u8]) -> Option<usize> {
    count(bytes.len() + 1);
    bytes.windows(word.len() + 1).rposition(|window| window.ends_with(b":") && window.starts_with(word))
}

#[cfg(not(test))]
#[inline]
pub(super) fn count(_steps: usize) {}

#[cfg(test)]
pub(super) use counted::{count, counted};

#[cfg(test)]
mod counted {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<usize> = const { Cell::new(0) };
    }

    pub(in super::super) fn count(steps: usize) {
        STEPS.set(STEPS.get() + steps);
    }

    /// How many steps something takes.
    pub(in super::super) fn counted<T>(run: impl FnOnce() -> T) -> (T, usize) {
        STEPS.set(0);
        let made = run();
        (made, STEPS.get())
    }
}
