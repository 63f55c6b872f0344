//! A folder that the operator named, and where it lay when it was first looked at.

use crate::roots::host_path::HostPath;
use crate::roots::open_roots::RootState;
use crate::roots::root_handle::RootHandle;
use crate::roots::spelling::LetterCase;

/// A folder that is opened again when it changes: a link that was put in its place since is not followed. Where the path led
/// through links when it was first looked at, the operator meant them.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct NamedFolder {
    path: HostPath,
    /// Without links; of what was not there, where it would lie. `None` if that could not be told.
    place: Option<HostPath>,
}

impl NamedFolder {
    /// Looks where the folder lies.
    pub(crate) fn new(path: HostPath) -> Self {
        Self { place: path.canonical_or_future(), path }
    }

    /// The path as configured.
    pub(crate) fn path(&self) -> &HostPath {
        &self.path
    }

    /// Opens the folder, if it still is where it was. Another folder at the same place is a newer version of it.
    pub(crate) fn open(&self, letter_case: Option<LetterCase>) -> Result<RootHandle, RootState> {
        let opened = RootHandle::open(self.path.clone(), letter_case)?;
        // Looked at after it was opened: what was opened is what is at the place, reached without a link.
        let is_there = self.place.as_ref().is_none_or(|place| opened.is_at(place) && place.is_without_links());
        if is_there { Ok(opened) } else { Err(RootState::Replaced) }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn l104_a_link_that_took_a_folders_place_is_not_followed_at_any_level() {
        use std::fs;
        use std::os::unix::fs::symlink;

        use super::*;

        let disk = tempfile::tempdir().unwrap();
        let path = |name: &str| disk.path().join(name);
        fs::create_dir_all(path("mods/a")).unwrap();
        fs::create_dir_all(path("other/a")).unwrap();
        symlink(path("mods"), path("linked")).unwrap();
        let [plain, linked, late] =
            ["mods/a", "linked/a", "mods/late"].map(|name| NamedFolder::new(HostPath::new(path(name))));
        let state = |folder: &NamedFolder| folder.open(None).err();
        assert_eq!([&plain, &linked, &late].map(state), [None, None, Some(RootState::Missing)]);

        fs::rename(path("mods/a"), path("old")).unwrap();
        symlink(path("other/a"), path("mods/a")).unwrap();
        symlink(path("other/a"), path("mods/late")).unwrap();
        let replaced = Some(RootState::Replaced);
        assert_eq!([&plain, &linked, &late].map(state), [replaced; 3]);

        // Another folder is the same mod in another version.
        fs::remove_file(path("mods/a")).unwrap();
        fs::remove_file(path("mods/late")).unwrap();
        fs::create_dir_all(path("mods/a")).unwrap();
        fs::create_dir_all(path("mods/late")).unwrap();
        assert_eq!([&plain, &linked, &late].map(state), [None; 3]);

        // The operator's own link, when it leads elsewhere.
        let lead_to = |name: &str| {
            fs::remove_file(path("linked")).unwrap();
            symlink(path(name), path("linked")).unwrap();
        };
        lead_to("other");
        assert_eq!([&plain, &linked].map(state), [None, replaced]);
        lead_to("mods");

        fs::rename(path("mods"), path("moved")).unwrap();
        symlink(path("other"), path("mods")).unwrap();
        assert_eq!([&plain, &linked].map(state), [replaced; 2], "nor one above it");
    }
}
