//! A bound on the open questions to persons: a question may wait for long, and its call with it.

use super::client::{ClientId, ClientShare, ClientShares};
use crate::message::MAX_UNANSWERED;
use crate::message::budget::{ByteBudget, Reservation};

/// The most questions that are open at once.
const MAX_QUESTIONS: usize = 64;
/// The most questions of one client over HTTP. A client that has none open may open one even if there are [`MAX_QUESTIONS`]: those
/// who leave theirs open keep nobody else's person from being asked.
const MAX_QUESTIONS_OF_CLIENT: usize = 8;
/// The most bytes that their calls may hold.
const MAX_QUESTION_BYTES: usize = 16 * 1024 * 1024;
/// The extra bytes for a client's only question, if it is short.
const MAX_BEYOND: usize = 16 * 1024 * 1024;

/// A bound on the open questions.
pub(crate) struct QuestionLimits {
    places: ClientShares,
    bytes: ByteBudget,
}

/// One open question.
pub(crate) struct OpenQuestion {
    _place: ClientShare,
    _bytes: Reservation,
}

impl Default for QuestionLimits {
    fn default() -> Self {
        let places = ClientShares::new(MAX_QUESTIONS, MAX_QUESTIONS_OF_CLIENT);
        Self { places, bytes: ByteBudget::new(MAX_QUESTION_BYTES) }
    }
}

impl QuestionLimits {
    /// Opens a question for a client's call that holds this many bytes, if there is room.
    pub(crate) fn try_open(&self, client: &ClientId, bytes: usize) -> Option<OpenQuestion> {
        let place = self.places.try_take(client)?;
        let beyond = if bytes <= MAX_UNANSWERED && place.is_only() { MAX_BEYOND } else { 0 };
        Some(OpenQuestion { _bytes: self.bytes.try_reserve_beyond(bytes, beyond)?, _place: place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l101_open_questions_are_bounded_in_number_and_in_bytes() {
        let (limits, client) = (QuestionLimits::default(), ClientId::Only);
        let large = limits.try_open(&client, MAX_QUESTION_BYTES).unwrap();
        assert!(limits.try_open(&client, 1).is_none());
        drop(large);
        let open: Vec<_> = (0..MAX_QUESTIONS).map_while(|_| limits.try_open(&client, 1)).collect();
        assert_eq!(open.len(), MAX_QUESTIONS);
        assert!(limits.try_open(&client, 1).is_none());
        drop(open);
        assert!(limits.try_open(&client, 1).is_some());
    }

    #[test]
    fn l101_clients_that_leave_their_questions_open_keep_no_newcomer_out() {
        let limits = QuestionLimits::default();
        let large = limits.try_open(&ClientId::Connection(0), MAX_QUESTION_BYTES).unwrap();
        let mut open = vec![large];
        for client in 1..=100 {
            let client = ClientId::Connection(client);
            let of_client: Vec<_> = std::iter::from_fn(|| limits.try_open(&client, 1000)).take(99).collect();
            assert!((1..=MAX_QUESTIONS_OF_CLIENT).contains(&of_client.len()), "{client:?}: {}", of_client.len());
            open.extend(of_client);
        }
    }
}
