//! Which files are in force (R1, R2).

use std::collections::HashMap;

use crate::position::{LoadPosition, Origin};
use crate::rule::Certainty;

/// Whether the game reads a file, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileStanding {
    /// The game reads it.
    InForce,
    /// A later source has a file of the same path (R1).
    Replaced {
        /// That source.
        by: LoadPosition,
    },
    /// A later mod hides its folder (R2).
    Hidden {
        /// That mod.
        by: LoadPosition,
        /// Uncertain for a file of an earlier mod: sources disagree whether `replace_path` reaches those.
        certainty: Certainty,
    },
}

impl FileStanding {
    /// Whether the game reads the file, as far as the rules say.
    pub const fn is_in_force(self) -> bool {
        matches!(self, Self::InForce)
    }

    /// Whether it may be in force after all.
    pub(crate) const fn may_be_in_force(self) -> bool {
        matches!(self, Self::InForce | Self::Hidden { certainty: Certainty::Uncertain, .. })
    }
}

/// The folders that mods hide with `replace_path`.
#[derive(Clone, Debug, Default)]
pub struct ReplacePaths {
    by_folder: HashMap<Box<str>, Vec<LoadPosition>>,
}

impl ReplacePaths {
    /// Adds a mod's `replace_path`; how its slashes are written does not matter.
    pub fn add(&mut self, folder: &str, by: LoadPosition) {
        let folder = folder.replace('\\', "/");
        let mods = self.by_folder.entry(folder.trim_matches('/').into()).or_default();
        if !mods.contains(&by) {
            mods.push(by);
            mods.sort_unstable();
        }
    }

    /// The mod that hides a file of a source, if one does: exactly that folder, and loaded later.
    fn hides(&self, path: &str, position: LoadPosition) -> Option<(LoadPosition, Certainty)> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let by = *self.by_folder.get(folder)?.last()?;
        let certainty = match position.origin() {
            Origin::Game => Certainty::Certain,
            Origin::Dlc => Certainty::Likely,
            Origin::Mod => Certainty::Uncertain,
        };
        (by > position).then_some((by, certainty))
    }
}

/// The standing of a source's file, where `last` is the last source that has a file of the same path.
pub fn standing(path: &str, position: LoadPosition, last: LoadPosition, replaced: &ReplacePaths) -> FileStanding {
    if last > position {
        return FileStanding::Replaced { by: last };
    }
    match replaced.hides(path, position) {
        Some((by, certainty)) => FileStanding::Hidden { by, certainty },
        None => FileStanding::InForce,
    }
}
