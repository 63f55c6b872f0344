//! The one type that holds a host path. It cannot be displayed (L49).

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// A host path. No `Display`, `Debug`, `Serialize` or reply data: what cannot be printed cannot leak.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct HostPath(PathBuf);

impl HostPath {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// For the system calls that open what the operator configured.
    pub(crate) fn as_path(&self) -> &Path {
        &self.0
    }

    /// In the form that other programs accept: without the prefix of canonical paths on Windows, which few understand.
    pub(crate) fn plain(&self) -> &Path {
        self.0.to_str().and_then(|path| path.strip_prefix(r"\\?\")).map_or(&self.0, Path::new)
    }

    /// Links followed, so that two spellings of one directory compare equal.
    pub(crate) fn canonical(&self) -> std::io::Result<Self> {
        std::fs::canonicalize(&self.0).map(Self)
    }

    /// Links followed; of what is not there, as far as it is there: where it would lie.
    pub(crate) fn canonical_or_future(&self) -> Option<Self> {
        let (holder, canonical) =
            self.0.ancestors().find_map(|path| Some((path, std::fs::canonicalize(path).ok()?)))?;
        // Where a `..` behind a missing directory leads is unknown.
        let rest = self.0.strip_prefix(holder).ok()?;
        let is_plain = rest.components().all(|part| part != std::path::Component::ParentDir);
        // Joined by components: joining nothing would add a slash, and a path that ends in one is of a link's target.
        is_plain.then(|| Self(canonical.components().chain(rest.components()).collect()))
    }

    /// Whether no name in it is a link now; of a path that had none when it was made.
    pub(crate) fn is_without_links(&self) -> bool {
        self.0.ancestors().all(|path| !std::fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()))
    }

    /// The relative path from `outer` to this path, if it lies there: compared by components, never as text.
    pub(crate) fn below(&self, outer: &Self) -> Option<String> {
        let rest = self.0.strip_prefix(&outer.0).ok()?;
        let names: Option<Vec<&str>> = rest.components().map(|part| part.as_os_str().to_str()).collect();
        names.map(|names| names.join("/"))
    }

    /// How many names it has: of two directories that hold a place, the deeper one is the inner.
    pub(crate) fn depth(&self) -> usize {
        self.0.components().count()
    }

    /// Whether it lies in another directory, and is not that directory itself.
    pub(crate) fn lies_strictly_in(&self, outer: &Self) -> bool {
        self != outer && self.0.starts_with(&outer.0)
    }

    /// Whether another place, with links followed already, lies within this one or around it. What is not there does not.
    pub(crate) fn overlaps(&self, other: &Path) -> bool {
        self.canonical().is_ok_and(|Self(path)| path.starts_with(other) || other.starts_with(path))
    }

    /// A network share: enumeration through a handle does not work there.
    pub(crate) fn is_network(&self) -> bool {
        let bytes = self.0.as_os_str().as_encoded_bytes();
        let is_separator = |at: usize| matches!(bytes.get(at), Some(b'/' | b'\\'));
        is_separator(0) && is_separator(1) && !bytes.starts_with(br"\\?\") || bytes.starts_with(br"\\?\UNC\")
    }

    /// The last name, which distinguishes two mods of one name.
    pub(crate) fn last_name(&self) -> Option<&str> {
        self.0.file_name()?.to_str()
    }
}

/// Reads a file that the operator named, up to `max` bytes.
pub fn read_regular(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {max} bytes")));
    }
    Ok(bytes)
}

/// Opens a file for reading. A pipe or a device is refused: reading it might never end (L101).
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Opening a pipe that nobody writes to would wait for a writer.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(path: &str) -> HostPath {
        HostPath::new(PathBuf::from(path))
    }

    #[test]
    fn l54_containment_is_by_components() {
        assert_eq!(host("/a/b/c").below(&host("/a/b")).as_deref(), Some("c"));
        assert_eq!(host("/a/b").below(&host("/a/b")).as_deref(), Some(""));
        assert_eq!(host("/a/bc").below(&host("/a/b")), None);
    }

    #[test]
    fn two_places_overlap_if_either_holds_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let [outer, inner, other] = ["a", "a/b", "c"].map(|name| base.join(name));
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::create_dir(&other).unwrap();
        let overlap = |one: &Path, path: &Path| HostPath(one.to_owned()).overlaps(path);
        assert!(overlap(&outer, &inner) && overlap(&inner, &outer) && overlap(&outer, &outer));
        assert!(!overlap(&outer, &other) && !overlap(&other, &inner));
        assert!(!overlap(&base.join("absent"), &base), "what is not there lies nowhere");
    }

    #[test]
    fn a_file_of_just_the_largest_size_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_regular(&path, 5).unwrap(), b"12345");
        assert_eq!(read_regular(&path, 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert!(read_regular(folder.path(), 4).is_err());
    }

    #[test]
    fn another_program_is_given_a_path_without_the_prefix_of_canonical_ones() {
        assert_eq!(host(r"\\?\C:\games").plain(), Path::new(r"C:\games"));
        assert_eq!(host("/srv").plain(), Path::new("/srv"));
    }

    #[test]
    fn network_shares_are_recognised_in_every_spelling() {
        for path in [r"\\server\share", "//server/share", r"\\?\UNC\server\share", r"\/server/x"] {
            assert!(host(path).is_network(), "{path}");
        }
        for path in ["/srv", r"C:\games", r"\\?\C:\games"] {
            assert!(!host(path).is_network(), "{path}");
        }
    }
}
