//! A bound on the open questions to persons: a question may wait for long, and its call with it.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::message::budget::{ByteBudget, Reservation};

/// The most questions that are open at once.
const MAX_QUESTIONS: usize = 64;
/// The most bytes that their calls may hold.
const MAX_QUESTION_BYTES: usize = 16 * 1024 * 1024;

/// A bound on the open questions.
pub(crate) struct QuestionLimits {
    places: Arc<Semaphore>,
    bytes: ByteBudget,
}

/// One open question.
pub(crate) struct OpenQuestion {
    _place: OwnedSemaphorePermit,
    _bytes: Reservation,
}

impl Default for QuestionLimits {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(MAX_QUESTIONS)), bytes: ByteBudget::new(MAX_QUESTION_BYTES) }
    }
}

impl QuestionLimits {
    /// Opens a question for a call that holds this many bytes, if there is room.
    pub(crate) fn try_open(&self, bytes: usize) -> Option<OpenQuestion> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        Some(OpenQuestion { _place: place, _bytes: self.bytes.try_reserve(bytes)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l101_open_questions_are_bounded_in_number_and_in_bytes() {
        let limits = QuestionLimits::default();
        let large = limits.try_open(MAX_QUESTION_BYTES).unwrap();
        assert!(limits.try_open(1).is_none());
        drop(large);
        let open: Vec<_> = (0..MAX_QUESTIONS).map_while(|_| limits.try_open(1)).collect();
        assert_eq!(open.len(), MAX_QUESTIONS);
        assert!(limits.try_open(1).is_none());
        drop(open);
        assert!(limits.try_open(1).is_some());
    }
}
