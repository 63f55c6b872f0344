//! The references that this process has handed out (L40–L43).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use crate::opened::Opened;
use crate::reference::VisibilityRef;

/// The most references a process keeps. None is evicted, so a reference never changes its meaning (L42).
pub const TOKEN_CAPACITY: usize = 10_000;

/// What a reference refers to: a capability, and the way beneath it without links.
pub(crate) struct Target {
    pub(crate) opened: Arc<Opened>,
    address: Arc<reply_core::Address>,
    /// Where the relative path starts in the address.
    path_start: usize,
    /// The real way, if links make it differ from the address.
    real: Option<Box<str>>,
}

impl Target {
    pub(crate) fn new(
        opened: Arc<Opened>,
        address: Arc<reply_core::Address>,
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

#[derive(Default)]
pub(crate) struct Registry {
    targets: Mutex<HashMap<Uuid, Arc<Target>>>,
}

impl Registry {
    /// A fresh token for a target. The count and the insertion are one step, so the cap is exact under any load.
    pub(crate) fn mint(&self, target: &Arc<Target>) -> Result<VisibilityRef, CapacityExceeded> {
        let token = Uuid::new_v4();
        let mut targets = self.lock();
        if targets.len() >= TOKEN_CAPACITY {
            return Err(CapacityExceeded);
        }
        targets.insert(token, Arc::clone(target));
        drop(targets);
        Ok(VisibilityRef::new(token, Arc::clone(&target.address)))
    }

    pub(crate) fn target(&self, reference: &VisibilityRef) -> Option<Arc<Target>> {
        self.lock().get(reference.token()).cloned()
    }

    pub(crate) fn left(&self) -> usize {
        TOKEN_CAPACITY - self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<Target>>> {
        // An insertion either happened or did not; a panic elsewhere leaves nothing half done.
        self.targets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
