//! Which calls a person has taken part in, until their ends are journalled.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use reply_kit::TraceId;

/// The most calls that are remembered: as many can be in flight. The end of one that is forgotten is among those without a person.
const MAX_CALLS: usize = 4_096;

/// The calls in flight for which an approval, or a change under a request, has been journalled.
#[derive(Debug, Default)]
pub(super) struct CallsWithPerson(Mutex<VecDeque<TraceId>>);

impl CallsWithPerson {
    pub(super) fn add(&self, call: TraceId) {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if calls.contains(&call) {
            return;
        }
        if calls.len() == MAX_CALLS {
            calls.pop_front();
        }
        calls.push_back(call);
    }

    /// Whether it is one of them; from then on it is not.
    pub(super) fn take(&self, call: TraceId) -> bool {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = calls.iter().position(|known| *known == call);
        found.and_then(|at| calls.remove(at)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l101_a_call_is_known_until_it_ends_and_only_so_many_are() {
        let calls = CallsWithPerson::default();
        let id = || reply_kit::Id::fresh().to_string().parse::<TraceId>().unwrap();
        let (first, second) = (id(), id());
        calls.add(first);
        calls.add(first);
        assert_eq!([first, second, first].map(|call| calls.take(call)), [true, false, false]);
        calls.add(first);
        (0..MAX_CALLS).for_each(|_| calls.add(id()));
        assert!(!calls.take(first), "the oldest is forgotten");
        assert_eq!(calls.0.lock().unwrap().len(), MAX_CALLS);
    }
}
