//! The locks among the threads of this process.
//!
//! Another process polls a lock every few milliseconds. A process whose changes follow one another without a pause would always
//! hold it by then, so from time to time it pauses for longer than one polling interval.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::LockError;

/// For how long after a wait for another process timed out no call waits there again: queued calls do not each wait in turn.
const BUSY_TTL: Duration = Duration::from_secs(3);
/// For how long changes of one stripe may follow one another before other processes get a gap, and the length of that gap:
/// longer than any polling interval.
const MAX_SERIES: Duration = Duration::from_millis(250);
const GAP: Duration = Duration::from_millis(5);

/// A lock among the threads of this process.
#[derive(Default)]
pub(super) struct Stripe {
    state: Mutex<StripeState>,
    freed: Condvar,
}

#[derive(Default)]
struct StripeState {
    is_held: bool,
    /// When a wait for another process timed out.
    busy_at: Option<Instant>,
    /// When the current series of changes without a gap began, and when its last change ended.
    series: Option<(Instant, Instant)>,
}

/// A stripe that this thread holds.
pub(super) struct HeldStripe<'w>(&'w Stripe);

impl HeldStripe<'_> {
    /// Notes that a wait for another process timed out.
    pub(super) fn note_busy(&self) {
        self.0.lock().busy_at = Some(Instant::now());
    }

    /// Whether one did a short while ago.
    pub(super) fn is_busy(&self) -> bool {
        self.0.lock().busy_at.is_some_and(|at| at.elapsed() < BUSY_TTL)
    }

    /// Gives other processes a turn if this one had enough of them in a row. Nothing that they wait for is held yet.
    pub(super) fn leave_gap(&self) {
        let series = self.0.lock().series;
        let began = match series {
            None => Instant::now(),
            // There was a gap.
            Some((_, ended)) if ended.elapsed() >= GAP => Instant::now(),
            Some((began, _)) if began.elapsed() < MAX_SERIES => began,
            Some(_) => {
                thread::sleep(GAP);
                Instant::now()
            }
        };
        self.0.lock().series = Some((began, Instant::now()));
    }
}

impl Drop for HeldStripe<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.is_held = false;
        state.series = state.series.map(|(began, _)| (began, Instant::now()));
        drop(state);
        self.0.freed.notify_one();
    }
}

impl Stripe {
    pub(super) fn hold(&self, deadline: Instant) -> Result<HeldStripe<'_>, LockError> {
        let mut state = self.lock();
        while state.is_held {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(LockError::Busy);
            }
            state = self.freed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.is_held = true;
        Ok(HeldStripe(self))
    }

    fn lock(&self) -> MutexGuard<'_, StripeState> {
        // Every change of the state is one assignment, so a panic elsewhere cannot leave it inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l101_a_row_of_changes_goes_on_until_it_was_long_enough_and_then_there_is_a_gap() {
        let (now, stripe) = (Instant::now(), Stripe::default());
        // A time to come is as recent as can be, however slow this machine is.
        let (recent, earlier) = (now + Duration::from_hours(1), now + Duration::from_mins(30));
        let series_after = |series| {
            stripe.lock().series = series;
            let started = Instant::now();
            HeldStripe(&stripe).leave_gap();
            (stripe.lock().series.map(|(began, _)| began).unwrap(), started.elapsed())
        };
        assert!(series_after(None).0 >= now, "the first change begins a row");
        assert_eq!(series_after(Some((earlier, recent))).0, earlier, "the row goes on");
        let (began, waited) = series_after(Some((now.checked_sub(MAX_SERIES).unwrap(), recent)));
        assert!(began >= now && waited >= GAP, "after a gap there is a new series: {waited:?}");
        let began = series_after(Some((earlier, now.checked_sub(GAP).unwrap()))).0;
        assert!(began >= now && began != earlier, "there was a gap");
    }
}
