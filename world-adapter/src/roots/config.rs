//! The operator's configuration. Host paths enter here and never leave.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::address::RootKey;
use crate::change::failure::FailureSink;
use crate::roots::host_path::HostPath;
use crate::roots::named_folder::NamedFolder;
use crate::roots::root_handle::RootHandle;
use crate::roots::spelling::LetterCase;
use crate::session::mode::Mode;
use crate::session::playset::PlaysetSummary;
use crate::validate::ValidatorConfig;

/// Which directories are the roots. Only an operator makes one; nothing an agent sends can add to it.
#[derive(Clone, Default)]
pub struct Config {
    pub(crate) roots: BTreeMap<RootKey, HostPath>,
    pub(crate) installation: Option<HostPath>,
    pub(crate) failures: Option<FailureSink>,
    pub(crate) locks: Option<PathBuf>,
    pub(crate) shared_locks: Option<PathBuf>,
    pub(crate) letter_case: Option<LetterCase>,
    pub(crate) validator: Option<ValidatorConfig>,
}

impl Config {
    /// No roots.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the directory of a root.
    #[must_use]
    pub fn root(mut self, key: RootKey, path: impl Into<PathBuf>) -> Self {
        self.roots.insert(key, HostPath::new(path.into()));
        self
    }

    /// Sets the folder of the game's installation, which contains the game's root: one file in it holds the version. It is not
    /// a root.
    #[must_use]
    pub fn installation(mut self, folder: impl Into<PathBuf>) -> Self {
        self.installation = Some(HostPath::new(folder.into()));
        self
    }

    /// Sets the folder in which the program records its temporary files, and in which processes take turns to change a file
    /// where directories cannot be locked (L102). It belongs to the program, lies beneath no root, and is created with the
    /// first change.
    #[must_use]
    pub fn lock_in(mut self, folder: impl Into<PathBuf>) -> Self {
        self.locks = Some(folder.into());
        self
    }

    /// Names another folder for the locks alone, where processes with different state take turns too (L102). Directories cannot be
    /// locked on every system; where they can, it is not needed.
    #[must_use]
    pub fn share_locks_in(mut self, folder: impl Into<PathBuf>) -> Self {
        self.shared_locks = Some(folder.into());
        self
    }

    /// Takes names that differ in letter case for one, as if every disk did; without this each disk is asked.
    #[must_use]
    pub fn ignore_letter_case(mut self) -> Self {
        self.letter_case = Some(LetterCase::Ignored);
        self
    }

    /// Sets the validator that deep checks run.
    #[must_use]
    pub fn validator(mut self, validator: ValidatorConfig) -> Self {
        self.validator = Some(validator);
        self
    }

    /// Where the cause of a failed read is recorded, under the call's trace id. Agents learn only that it failed.
    #[must_use]
    pub fn report_failures_to(
        mut self,
        sink: impl Fn(reply_kit::TraceId, &std::io::Error) + Send + Sync + 'static,
    ) -> Self {
        self.failures = Some(Arc::new(sink));
        self
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Config").field(&self.roots.keys().collect::<Vec<_>>()).finish()
    }
}

/// A mod of the configuration or of a playset, in a folder that is not followed through a link that takes its place later.
#[derive(Clone, PartialEq, Eq)]
pub struct ModSource {
    pub(crate) name: String,
    pub(crate) folder: NamedFolder,
}

impl ModSource {
    /// A mod and its directory.
    pub fn new(name: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self { name: name.into(), folder: NamedFolder::new(HostPath::new(path.into())) }
    }

    fn path(&self) -> &HostPath {
        self.folder.path()
    }

    /// Whether one of the operator's own places lies within the mod's directory, or contains it.
    pub fn overlaps(&self, own: &Path) -> bool {
        self.path().overlaps(own)
    }

    /// Whether a path, with links followed already, lies within the mod's directory.
    pub fn holds(&self, place: &Path) -> bool {
        self.path().canonical().is_ok_and(|path| place.starts_with(path.as_path()))
    }

    /// Whether the mod lies in a folder, with links followed.
    pub fn lies_in(&self, folder: &Path) -> bool {
        let folder = HostPath::new(folder.to_owned()).canonical();
        matches!((self.path().canonical(), folder), (Ok(path), Ok(folder)) if path.below(&folder).is_some())
    }

    /// The real path of the mod, for the operator's terminal: no tool has a `ModSource`.
    pub fn place(&self) -> PathBuf {
        self.path().canonical().unwrap_or_else(|_| self.path().clone()).as_path().to_owned()
    }

    /// Device and inode number of the current directory, where the system has them. Another directory at the same path is
    /// another mod.
    pub fn file_id(&self) -> Option<(u64, u64)> {
        RootHandle::file_id_of(self.path())
    }

    /// Its name, as the modder wrote it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for ModSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ModSource").field(&self.name).finish()
    }
}

/// The initial state of a session: mode, mods in load order, local mods folder, playset. Loaded again, it means the same folders: a
/// link that has taken the place of one is not followed.
#[derive(Clone, Default)]
pub struct SessionConfig {
    pub(crate) mode: Option<Mode>,
    pub(crate) mods: Vec<ModSource>,
    pub(crate) local_mods_folder: Option<NamedFolder>,
    pub(crate) playset: PlaysetSummary,
    pub(crate) selection: Option<String>,
}

impl SessionConfig {
    /// No mode, no mods.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the mode.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// Adds a mod at the end of the load order.
    #[must_use]
    pub fn with_mod(mut self, name: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        self.mods.push(ModSource::new(name, path));
        self
    }

    /// Replaces the mods, in load order.
    #[must_use]
    pub fn mods(mut self, mods: impl IntoIterator<Item = ModSource>) -> Self {
        self.mods = mods.into_iter().collect();
        self
    }

    /// Sets the folder of local mods (L50).
    #[must_use]
    pub fn local_mods_folder(mut self, path: impl Into<PathBuf>) -> Self {
        self.local_mods_folder = Some(NamedFolder::new(HostPath::new(path.into())));
        self
    }

    /// Sets the playset's name.
    #[must_use]
    pub fn playset(mut self, name: impl Into<String>) -> Self {
        self.playset.name = Some(name.into());
        self
    }

    /// Records the name under which an agent selected it.
    #[must_use]
    pub fn selected_as(mut self, name: impl Into<String>) -> Self {
        self.selection = Some(name.into());
        self
    }
}

impl fmt::Debug for SessionConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionConfig")
            .field("mode", &self.mode)
            .field("mods", &self.mods)
            .field("playset", &self.playset.name)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l104_where_a_mod_lies_is_compared_with_other_places_with_links_followed() {
        let disk = tempfile::tempdir().unwrap();
        let base = disk.path().canonicalize().unwrap();
        for folder in ["a/b", "ab", "c"] {
            std::fs::create_dir_all(base.join(folder)).unwrap();
        }
        let of = |path: &str| ModSource::new("A", disk.path().join(path));
        for (path, other, overlaps, holds, lies_in) in [
            ("a", "a/b", true, true, false),
            ("a/b", "a", true, false, true),
            ("c/../a", "a/b", true, true, false),
            ("a", "ab", false, false, false),
            ("absent", "c", false, false, false),
        ] {
            let (found, other_place) = (of(path), base.join(other));
            let told = (found.overlaps(&other_place), found.holds(&other_place), found.lies_in(&other_place));
            assert_eq!(told, (overlaps, holds, lies_in), "{path} and {other}");
        }
        assert_eq!([of("c/../a").place(), of("absent").place()], [base.join("a"), disk.path().join("absent")]);
        assert!(of("a").file_id().is_some() && of("a").file_id() == of("c/../a").file_id());
        assert!(of("a").file_id() != of("c").file_id() && of("absent").file_id().is_none());
    }
}
