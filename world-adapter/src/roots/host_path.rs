//! The one type that holds a host path. It cannot be displayed (L49).

use std::path::{Path, PathBuf};

/// A path of the host. No `Display`, `Debug`, `Serialize` or reply data: what cannot be printed cannot leak.
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

    /// As other programs take it: without the prefix by which Windows tells canonical paths, which few understand.
    pub(crate) fn plain(&self) -> &Path {
        self.0.to_str().and_then(|path| path.strip_prefix(r"\\?\")).map_or(&self.0, Path::new)
    }

    /// Links followed, so that two spellings of one directory compare equal.
    pub(crate) fn canonical(&self) -> std::io::Result<Self> {
        std::fs::canonicalize(&self.0).map(Self)
    }

    /// Links followed; of what is not there, as far as it is there: where it would lie.
    pub(crate) fn canonical_or_holder(&self) -> Option<Self> {
        let (holder, canonical) =
            self.0.ancestors().find_map(|path| Some((path, std::fs::canonicalize(path).ok()?)))?;
        // Where a `..` behind a missing directory leads is unknown.
        let mut rest = self.0.strip_prefix(holder).ok()?.components();
        let is_plain = rest.all(|part| part != std::path::Component::ParentDir);
        is_plain.then_some(Self(canonical))
    }

    /// The way from `outer` down to this path, if it lies there: compared by components, never by prefix of text.
    pub(crate) fn below(&self, outer: &Self) -> Option<String> {
        let rest = self.0.strip_prefix(&outer.0).ok()?;
        let names: Option<Vec<&str>> = rest.components().map(|part| part.as_os_str().to_str()).collect();
        names.map(|names| names.join("/"))
    }

    /// Whether another place, with links followed already, lies within this one or around it. What is not there does not.
    pub(crate) fn overlaps(&self, other: &Path) -> bool {
        self.canonical().is_ok_and(|Self(path)| path.starts_with(other) || other.starts_with(path))
    }

    /// A share on the network: enumeration through a handle does not work there.
    pub(crate) fn is_network(&self) -> bool {
        let bytes = self.0.as_os_str().as_encoded_bytes();
        let is_separator = |at: usize| matches!(bytes.get(at), Some(b'/' | b'\\'));
        is_separator(0) && is_separator(1) && !bytes.starts_with(br"\\?\") || bytes.starts_with(br"\\?\UNC\")
    }

    /// The last name, for telling two mods of one name apart.
    pub(crate) fn last_name(&self) -> Option<&str> {
        self.0.file_name()?.to_str()
    }
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
