//! Which file an open one is, and which one a name leads to: a file keeps its number while it is renamed.

#[cfg(unix)]
use std::fs;
use std::fs::File;
use std::io;
use std::path::Path;

/// What makes a file this one and no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileIdentity {
    volume: u64,
    number: u64,
}

#[cfg(unix)]
impl FileIdentity {
    pub(super) fn of(file: &File) -> io::Result<Self> {
        file.metadata().map(|found| Self::from_metadata(&found))
    }

    /// The file of a name.
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|found| Self::from_metadata(&found))
    }

    fn from_metadata(found: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self { volume: found.dev(), number: found.ino() }
    }
}

#[cfg(windows)]
impl FileIdentity {
    pub(super) fn of(file: &File) -> io::Result<Self> {
        let found = winapi_util::file::information(file)?;
        Ok(Self { volume: found.volume_serial_number(), number: found.file_index() })
    }

    /// The file of a name.
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        Self::of(&File::open(path)?)
    }
}
