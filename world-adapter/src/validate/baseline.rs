//! Baselines: which findings are new since an earlier run; one per mod, for the life of the process.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, PoisonError};

use crate::roots::host_path::HostPath;
use crate::validate::data::BaselineUse;
use crate::validate::report::ValidatorFinding;

/// The most mods whose baseline is kept; the oldest baseline is evicted.
const MAX_BASELINES: usize = 64;

/// The baseline of each mod, by its location: a mod has one, whatever a session calls it.
#[derive(Default)]
pub(crate) struct Baselines {
    keys: RandomState,
    kept: Mutex<Vec<(HostPath, HashMap<u64, usize>)>>,
}

/// How a run differs from the baseline.
pub(crate) struct BaselineDiff {
    /// For each finding whether it is new.
    pub(crate) is_new: Vec<bool>,
    /// How many findings of the baseline are gone.
    pub(crate) gone: usize,
    /// Whether the run has become the baseline.
    pub(crate) is_set: bool,
}

impl Baselines {
    /// Compares a run with the baseline of its mod; the first run becomes the baseline, and so does one that is asked to.
    pub(crate) fn compare(
        &self,
        mod_path: &HostPath,
        findings: &[ValidatorFinding],
        using: BaselineUse,
    ) -> BaselineDiff {
        let hashes: Vec<u64> = findings.iter().map(|finding| self.keys.hash_one(finding.identity())).collect();
        // A panic elsewhere leaves it consistent: baselines are inserted whole.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().position(|(place, _)| place == mod_path);
        let is_set = known.is_none() || using == BaselineUse::Set;
        // If a finding occurred twice before, two are not new; a third is.
        let mut left = match known {
            Some(index) => kept[index].1.clone(),
            None => counted(&hashes),
        };
        let take = |hash: &u64| match left.get_mut(hash) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        };
        let is_new: Vec<bool> = hashes.iter().map(take).collect();
        let gone = left.values().sum();
        if is_set {
            if let Some(index) = known {
                kept.remove(index);
            } else if kept.len() >= MAX_BASELINES {
                kept.remove(0);
            }
            kept.push((mod_path.clone(), counted(&hashes)));
        }
        BaselineDiff { is_new, gone, is_set }
    }
}

fn counted(hashes: &[u64]) -> HashMap<u64, usize> {
    let mut counts = HashMap::new();
    for hash in hashes {
        *counts.entry(*hash).or_default() += 1;
    }
    counts
}
