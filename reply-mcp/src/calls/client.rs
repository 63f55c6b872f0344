//! Whom a call comes from, and what each client holds of what all share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whom a call comes from, as far as the transport can tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum ClientId {
    /// The one client on stdio.
    #[default]
    Only,
    /// A session of the older era, over however many connections.
    Session(Arc<str>),
    /// A connection of a client without a session.
    Connection(u64),
}

/// A bound on what all clients hold together, and on what each one holds: a client that holds nothing always finds room, so that
/// none keeps the others out. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct ClientShares {
    held: Arc<Mutex<HeldShares>>,
    all: usize,
    each: usize,
}

#[derive(Debug, Default)]
struct HeldShares {
    all: usize,
    by_client: HashMap<ClientId, usize>,
}

/// One of the things that a client holds.
#[derive(Debug)]
pub(crate) struct ClientShare {
    shares: ClientShares,
    client: ClientId,
}

impl ClientShares {
    pub(crate) fn new(all: usize, each: usize) -> Self {
        Self { held: Arc::default(), all, each }
    }

    /// One more for this client. The only client has all.
    pub(crate) fn try_take(&self, client: &ClientId) -> Option<ClientShare> {
        let mut held = self.lock();
        let of_client = held.by_client.get(client).copied().unwrap_or_default();
        let each = if *client == ClientId::Only { self.all } else { self.each };
        if of_client > 0 && (of_client >= each || held.all >= self.all) {
            return None;
        }
        held.all += 1;
        held.by_client.insert(client.clone(), of_client + 1);
        Some(ClientShare { shares: self.clone(), client: client.clone() })
    }

    /// Nothing panics under the lock, so the counts are whole.
    fn lock(&self) -> MutexGuard<'_, HeldShares> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientShare {
    /// Whether it is the only one that its client holds.
    pub(crate) fn is_only(&self) -> bool {
        self.shares.lock().by_client.get(&self.client) == Some(&1)
    }
}

impl Drop for ClientShare {
    fn drop(&mut self) {
        let mut held = self.shares.lock();
        held.all -= 1;
        let Some(count) = held.by_client.get_mut(&self.client) else { return };
        *count -= 1;
        if *count == 0 {
            held.by_client.remove(&self.client);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l101_no_client_takes_more_than_its_share_and_each_finds_room_for_one() {
        let shares = ClientShares::new(4, 2);
        let [first, second, third] = [1, 2, 3].map(ClientId::Connection);
        let take = |client: &ClientId| std::iter::from_fn(|| shares.try_take(client)).take(9).collect::<Vec<_>>();
        let (of_first, of_second) = (take(&first), take(&second));
        assert_eq!((of_first.len(), of_second.len()), (2, 2));
        let of_third = take(&third);
        assert_eq!(of_third.len(), 1, "all is taken, but the newcomer has nothing");
        assert!(of_third[0].is_only() && !of_first[0].is_only());
        drop((of_first, of_second, of_third));
        let held = shares.lock();
        assert_eq!((held.all, held.by_client.len()), (0, 0));
        drop(held);
        assert_eq!(take(&ClientId::Only).len(), 4, "there is nobody else");
    }
}
