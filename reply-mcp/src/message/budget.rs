//! A memory budget for the requests in flight.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A bound on the bytes of all requests in flight. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct ByteBudget {
    in_flight: Arc<AtomicUsize>,
    max: usize,
}

/// The bytes of one request; released when dropped.
#[derive(Debug)]
pub(crate) struct Reservation {
    bytes: AtomicUsize,
    budget: ByteBudget,
}

impl ByteBudget {
    pub(crate) fn new(max: usize) -> Self {
        Self { in_flight: Arc::default(), max }
    }

    /// Reserves bytes, unless that would exceed the bound.
    pub(crate) fn try_reserve(&self, bytes: usize) -> Option<Reservation> {
        self.try_reserve_beyond(bytes, 0)
    }

    /// Reserves bytes with `extra` beyond the bound: for messages that must pass when calls do not.
    pub(crate) fn try_reserve_beyond(&self, bytes: usize, extra: usize) -> Option<Reservation> {
        let reservation = Reservation { bytes: AtomicUsize::new(0), budget: self.clone() };
        reservation.try_grow_beyond(bytes, extra).then_some(reservation)
    }

    fn try_add(&self, bytes: usize, extra: usize) -> bool {
        let max = self.max.saturating_add(extra);
        let add = |held: usize| held.checked_add(bytes).filter(|sum| *sum <= max);
        self.in_flight.fetch_update(Ordering::AcqRel, Ordering::Acquire, add).is_ok()
    }
}

impl Reservation {
    /// Reserves more bytes, with `extra` beyond the bound; returns whether there was room.
    pub(crate) fn try_grow_beyond(&self, bytes: usize, extra: usize) -> bool {
        let has_room = self.budget.try_add(bytes, extra);
        if has_room {
            self.bytes.fetch_add(bytes, Ordering::AcqRel);
        }
        has_room
    }

    /// Releases all but this many bytes: the request is known to hold less.
    pub(crate) fn shrink_to(&self, bytes: usize) {
        let less = |held: usize| (held > bytes).then_some(bytes);
        if let Ok(before) = self.bytes.fetch_update(Ordering::AcqRel, Ordering::Acquire, less) {
            self.budget.in_flight.fetch_sub(before - bytes, Ordering::AcqRel);
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.shrink_to(0);
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

    #[test]
    fn a_reservation_grows_as_bytes_arrive_and_shrinks_to_what_is_held() {
        let budget = ByteBudget::new(100);
        let arriving = budget.try_reserve(0).unwrap();
        assert!(arriving.try_grow_beyond(100, 0));
        assert!(!arriving.try_grow_beyond(1, 0));
        arriving.shrink_to(30);
        arriving.shrink_to(50);
        assert!(budget.try_reserve(71).is_none());
        assert!(budget.try_reserve(70).is_some());
        drop(arriving);
        assert!(budget.try_reserve(100).is_some());
    }
}
