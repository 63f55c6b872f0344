//! Groups entries: the same message from the same place is counted once.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use ck3_game_log::Entry;

use crate::logs::data::LogName;
use crate::logs::query::LogOrder;

/// The most different messages that are kept at once.
const MAX_GROUPS: usize = 200_000;

/// One message, without its text, which stays in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MessageGroup {
    pub(crate) log: LogName,
    pub(crate) hash: u64,
    pub(crate) count: u64,
    /// Where it occurred first and last.
    pub(crate) first: u64,
    pub(crate) last: u64,
}

/// All messages of an answer.
pub(crate) struct Groups {
    by_hash: HashMap<u64, MessageGroup>,
    keys: RandomState,
    order: LogOrder,
    limit: usize,
    /// How many entries fit.
    pub(crate) entries: u64,
    /// Messages that were dropped to keep within bounds, and how many entries they were.
    dropped: u64,
    pub(crate) forgotten: u64,
}

impl Groups {
    pub(crate) fn new(order: LogOrder) -> Self {
        let by_hash = HashMap::new();
        Self { by_hash, keys: RandomState::new(), order, limit: MAX_GROUPS, entries: 0, dropped: 0, forgotten: 0 }
    }

    pub(crate) fn hash(&self, log: LogName, entry: &Entry<'_>) -> u64 {
        self.keys.hash_one((log, entry.level, entry.source, entry.message))
    }

    pub(crate) fn add(&mut self, log: LogName, entry: &Entry<'_>, at: u64) {
        let hash = self.hash(log, entry);
        self.entries += 1;
        let group = self.by_hash.entry(hash).or_insert(MessageGroup { log, hash, count: 0, first: at, last: at });
        group.count += 1;
        group.last = at;
        if self.by_hash.len() > self.limit {
            self.prune();
        }
    }

    /// Drops the half that would be listed last. This happens once per as many additions, so the whole stays linear.
    fn prune(&mut self) {
        let mut all: Vec<MessageGroup> = self.by_hash.values().copied().collect();
        let keep = self.limit / 2;
        let order = self.order;
        all.select_nth_unstable_by_key(keep, |group| key(order, group));
        for group in all.drain(keep..) {
            self.by_hash.remove(&group.hash);
            self.dropped += 1;
            self.forgotten += group.count;
        }
    }

    /// How many different messages there are; one that was dropped and occurred again counts twice.
    pub(crate) fn messages(&self) -> u64 {
        self.by_hash.len() as u64 + self.dropped
    }

    /// All that were kept, in order.
    pub(crate) fn sorted(&self) -> Vec<MessageGroup> {
        let mut all: Vec<MessageGroup> = self.by_hash.values().copied().collect();
        all.sort_unstable_by_key(|group| key(self.order, group));
        all
    }
}

/// The sort key; the smallest comes first, and no two groups have the same.
fn key(order: LogOrder, group: &MessageGroup) -> (u64, LogName, u64) {
    match order {
        // One log after the other: their clocks have no date, so entries of two logs cannot be put in order.
        LogOrder::Newest => (group.log as u64, group.log, u64::MAX - group.last),
        LogOrder::Frequent => (u64::MAX - group.count, group.log, u64::MAX - group.last),
    }
}

#[cfg(test)]
mod tests {
    use ck3_game_log::Entries;

    use super::*;

    fn groups(order: LogOrder, limit: usize, log: &str) -> Groups {
        let mut groups = Groups { limit, ..Groups::new(order) };
        let mut entries = Entries::new(log.as_bytes());
        while let Some(entry) = entries.next_entry().unwrap() {
            groups.add(LogName::Error, &entry, entry.start);
        }
        groups
    }

    #[test]
    fn the_same_message_is_one_and_order_is_as_asked() {
        let log = "[00:00:01][E][a:1]: x\n[00:00:02][E][a:1]: y\n[00:00:03][E][a:1]: y\n[00:00:04][E][a:2]: x\n[00:00:05][W][a:1]: x\n";
        let newest = groups(LogOrder::Newest, 100, log);
        assert_eq!(newest.sorted().iter().map(|group| group.count).collect::<Vec<_>>(), [1, 1, 2, 1]);
        assert_eq!((newest.entries, newest.messages(), newest.forgotten), (5, 4, 0));
        assert_eq!(groups(LogOrder::Frequent, 100, log).sorted()[0].count, 2);
    }

    #[test]
    fn l100_of_too_many_different_messages_the_newest_or_the_most_frequent_stay() {
        let lines = |number| format!("[00:00:01][E][a:1]: {number}\n[00:00:01][E][a:1]: often\n");
        let log = (0..10_000).map(lines).collect::<Vec<_>>().concat();
        let newest = groups(LogOrder::Newest, 100, &log);
        let sorted = newest.sorted();
        assert!(sorted.len() <= 100 && sorted[0].last > sorted[1].last);
        assert_eq!(newest.entries, 20_000);
        assert_eq!(newest.forgotten + sorted.iter().map(|group| group.count).sum::<u64>(), 20_000);
        let frequent = groups(LogOrder::Frequent, 100, &log).sorted();
        assert_eq!(frequent[0].count, 10_000, "what comes often is never dropped");
    }

    #[test]
    fn nothing_is_dropped_before_there_are_too_many_different_messages() {
        let log = "[00:00:01][E][a:1]: x\n[00:00:02][E][a:1]: y\n[00:00:03][E][a:1]: z\n";
        for (limit, dropped) in [(3, 0), (2, 2)] {
            let groups = groups(LogOrder::Newest, limit, log);
            assert_eq!((groups.forgotten, groups.messages()), (dropped, 3), "{limit}");
        }
    }

    #[test]
    fn messages_that_come_equally_often_are_in_order_however_long_their_log_is() {
        let group = |last| MessageGroup { log: LogName::Error, hash: 0, count: 1, first: 0, last };
        for order in [LogOrder::Newest, LogOrder::Frequent] {
            assert!(key(order, &group(u64::MAX - 1)) < key(order, &group(u64::MAX - 2)));
            assert!(key(order, &group(1)) < key(order, &group(0)));
        }
    }
}
