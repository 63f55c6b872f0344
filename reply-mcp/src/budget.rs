//! How much memory the requests that are not answered yet may hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A bound on the bytes of all requests in flight. All clones share it.
#[derive(Clone, Debug)]
pub(crate) struct ByteBudget {
    in_flight: Arc<AtomicUsize>,
    max: usize,
}

/// Bytes of one request; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Reservation {
    bytes: usize,
    in_flight: Arc<AtomicUsize>,
}

impl ByteBudget {
    pub(crate) fn new(max: usize) -> Self {
        Self { in_flight: Arc::default(), max }
    }

    /// Reserves so many bytes, unless that would be more than the bound.
    pub(crate) fn try_reserve(&self, bytes: usize) -> Option<Reservation> {
        self.try_reserve_beyond(bytes, 0)
    }

    /// Reserves so many bytes, with `extra` more than the bound: for what must still pass when calls do not.
    pub(crate) fn try_reserve_beyond(&self, bytes: usize, extra: usize) -> Option<Reservation> {
        let max = self.max.saturating_add(extra);
        let add = |held: usize| held.checked_add(bytes).filter(|sum| *sum <= max);
        self.in_flight.fetch_update(Ordering::AcqRel, Ordering::Acquire, add).ok()?;
        Some(Reservation { bytes, in_flight: Arc::clone(&self.in_flight) })
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.in_flight.fetch_sub(self.bytes, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reserved_never_passes_the_bound_and_comes_back() {
        let budget = ByteBudget::new(100);
        let first = budget.try_reserve(60).unwrap();
        assert!(budget.try_reserve(41).is_none());
        assert!(budget.try_reserve(usize::MAX).is_none());
        let extra = budget.try_reserve_beyond(41, 10).unwrap();
        assert!(budget.try_reserve(1).is_none());
        drop((first, extra));
        assert!(budget.try_reserve(100).is_some());
    }
}
