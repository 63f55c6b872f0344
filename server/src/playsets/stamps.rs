//! Whether files have changed since they were read, without reading them.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use world_adapter::ModSource;

/// A file that changed this recently before the check may change again without a new time.
const FINE_CLOCK: Duration = Duration::from_millis(50);
/// The same where a file system stores whole seconds.
const COARSE_CLOCK: Duration = Duration::from_secs(2);

/// The stamps of files and mod directories when they were read.
#[derive(Debug, Default)]
pub(super) struct DiskStamps {
    files: Vec<(PathBuf, Option<DiskStamp>)>,
    mods: Vec<(ModSource, Option<(u64, u64)>)>,
    /// Until when a file may be out of date although its stamp is unchanged.
    unsettled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DiskStamp {
    size: u64,
    modified: Option<SystemTime>,
    number: u64,
}

impl DiskStamps {
    pub(super) fn of_files(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let files: Vec<_> = paths.into_iter().map(|path| (DiskStamp::of(&path), path)).map(|(s, p)| (p, s)).collect();
        let now = SystemTime::now();
        let unsettled = files.iter().any(|(_, stamp)| stamp.is_some_and(|stamp| stamp.is_fresh(now)));
        Self { files, mods: Vec::new(), unsettled }
    }

    /// With the directories of mods. A replaced directory is another mod.
    pub(super) fn with_mods(mut self, mods: impl IntoIterator<Item = ModSource>) -> Self {
        self.mods = mods.into_iter().map(|found| (found.file_id(), found)).map(|(s, m)| (m, s)).collect();
        self
    }

    pub(super) fn have_changed(&self) -> bool {
        let is_other = |(path, stamp): &(PathBuf, Option<DiskStamp>)| DiskStamp::of(path) != *stamp;
        self.unsettled || self.files.iter().any(is_other) || self.mods.iter().any(|(found, id)| found.file_id() != *id)
    }
}

impl DiskStamp {
    fn of(path: &std::path::Path) -> Option<Self> {
        let found = std::fs::metadata(path).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&found);
        // A file that replaced another one was created at another time.
        #[cfg(not(unix))]
        let number = found.created().ok().and_then(|time| {
            let since = time.duration_since(SystemTime::UNIX_EPOCH).ok()?;
            u64::try_from(since.as_nanos()).ok()
        });
        #[cfg(not(unix))]
        let number = number.unwrap_or_default();
        Some(Self { size: found.len(), modified: found.modified().ok(), number })
    }

    fn is_fresh(self, now: SystemTime) -> bool {
        let Some(modified) = self.modified else { return true };
        let since = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let clock = if since.subsec_nanos() == 0 { COARSE_CLOCK } else { FINE_CLOCK };
        now.duration_since(modified).is_ok_and(|age| age < clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l52_a_file_is_known_to_have_changed_by_size_time_or_number() {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (folder.path().join("a"), folder.path().join("b"));
        let old = SystemTime::now() - Duration::from_hours(1);
        let write = |path: &std::path::Path, content: &str| {
            std::fs::write(path, content).unwrap();
            std::fs::File::options().write(true).open(path).unwrap().set_modified(old).unwrap();
        };
        write(&file, "one");
        let stamps = DiskStamps::of_files([file.clone(), other.clone()]);
        assert!(!stamps.have_changed());
        write(&other, "two");
        assert!(stamps.have_changed(), "one that was not there is");
        // Where files have no inode number, the creation time is used, and Windows keeps that of a name for a while.
        if cfg!(unix) {
            let stamps = DiskStamps::of_files([file.clone()]);
            std::fs::rename(&other, &file).unwrap();
            assert!(stamps.have_changed(), "of the same size and time");
        }
    }

    #[test]
    fn l52_a_file_that_has_just_changed_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        std::fs::write(&file, "one").unwrap();
        let stamps = DiskStamps::of_files([file.clone()]);
        assert!(stamps.have_changed(), "it could have changed twice within one tick of the clock");
    }
}
