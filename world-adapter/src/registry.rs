//! The references that this process has handed out (L40–L43).

use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use crate::opened::Opened;
use crate::random_key::ByRandomKey;
use crate::reference::VisibilityRef;

/// The most references a process keeps. None is evicted, so a reference never changes its meaning (L42).
pub const TOKEN_CAPACITY: usize = 10_000;

/// What a reference refers to: a capability, and the way beneath it without links.
pub(crate) struct Target {
    pub(crate) opened: Arc<Opened>,
    address: Arc<reply_kit::Address>,
    /// Where the relative path starts in the address.
    path_start: usize,
    /// The real way, if links make it differ from the address.
    real: Option<Box<str>>,
}

impl Target {
    pub(crate) fn new(
        opened: Arc<Opened>,
        address: Arc<reply_kit::Address>,
        path: &str,
        real: Option<Box<str>>,
    ) -> Self {
        let path_start = address.as_str().len() - path.len();
        Self { opened, address, path_start, real }
    }

    /// The way beneath the opened directory.
    pub(crate) fn path(&self) -> &str {
        self.real.as_deref().unwrap_or(&self.address.as_str()[self.path_start..])
    }
}

/// The process has no references left.
#[derive(Debug)]
pub(crate) struct CapacityExceeded;

pub(crate) struct Registry {
    inner: Mutex<Inner>,
}

struct Inner {
    targets: ByRandomKey<Uuid, Arc<Target>>,
    tokens: Tokens,
}

impl Registry {
    pub(crate) fn new() -> Self {
        // Room for all of them at once: a table that grows while calls wait for it costs more than it saves.
        let targets = ByRandomKey::with_capacity_and_hasher(TOKEN_CAPACITY, BuildHasherDefault::default());
        Self { inner: Mutex::new(Inner { targets, tokens: Tokens::default() }) }
    }

    /// A fresh token for a target. The count and the insertion are one step, so the cap is exact under any load.
    pub(crate) fn mint(&self, target: &Arc<Target>) -> Result<VisibilityRef, CapacityExceeded> {
        let mut inner = self.lock();
        if inner.targets.len() >= TOKEN_CAPACITY {
            return Err(CapacityExceeded);
        }
        let token = inner.tokens.fresh();
        inner.targets.insert(token, Arc::clone(target));
        drop(inner);
        Ok(VisibilityRef::new(token, Arc::clone(&target.address)))
    }

    pub(crate) fn target(&self, reference: &VisibilityRef) -> Option<Arc<Target>> {
        self.lock().targets.get(reference.token()).cloned()
    }

    pub(crate) fn left(&self) -> usize {
        TOKEN_CAPACITY - self.lock().targets.len()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // An insertion either happened or did not; a panic elsewhere leaves nothing half done.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Fresh random tokens. The system is asked for many at a time: a call to it costs as much as the rest of a resolve.
struct Tokens {
    random: [u8; 64 * 16],
    used: usize,
}

impl Default for Tokens {
    fn default() -> Self {
        Self { random: [0; 64 * 16], used: 64 * 16 }
    }
}

impl Tokens {
    fn fresh(&mut self) -> Uuid {
        if self.used == self.random.len() {
            if getrandom::fill(&mut self.random).is_err() {
                return Uuid::new_v4();
            }
            self.used = 0;
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&self.random[self.used..self.used + 16]);
        self.used += 16;
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l40_tokens_are_uuids_of_version_4_and_all_different() {
        let mut tokens = Tokens::default();
        let fresh: std::collections::HashSet<Uuid> = (0..1000).map(|_| tokens.fresh()).collect();
        assert_eq!(fresh.len(), 1000);
        assert!(fresh.iter().all(|token| token.get_version_num() == 4));
    }
}
