//! Where a file lies on this machine, as a digest: it can be compared, and reveals nothing (L49).

use std::fmt;

use crate::read::digest::Digest;
use crate::roots::host_path::HostPath;

/// The digest of a file's host path, links followed.
///
/// Two worlds that name one file differently agree on it; an address that leads elsewhere in another world does not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LocationDigest {
    exact: Digest,
    /// The digest of the same path in lower case: on some disks two spellings are one file, and must share one lock.
    folded: Digest,
}

impl LocationDigest {
    pub(crate) fn new(directory: &HostPath, path: &str) -> Self {
        // The digest depends on the whole path only, not on how it is split between the directory and the relative path.
        let between: &[u8] = if path.is_empty() { b"" } else { b"/" };
        let mut place = [directory.as_path().as_os_str().as_encoded_bytes(), between, path.as_bytes()].concat();
        if cfg!(windows) {
            place.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
        }
        Self::of(&place)
    }

    pub(crate) fn of(place: &[u8]) -> Self {
        let folded = String::from_utf8_lossy(place).to_lowercase();
        Self { exact: Digest::of(place), folded: Digest::of(folded.as_bytes()) }
    }

    /// The digest's bytes, for storage: they reveal nothing about the path.
    pub fn to_bytes(self) -> [u8; 32] {
        *self.exact.as_bytes()
    }

    /// Which of the 256 locks among threads is that of this directory.
    pub(crate) fn stripe(self) -> usize {
        let [_, byte, ..] = self.folded.as_bytes();
        usize::from(*byte)
    }
}

impl fmt::Display for LocationDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.exact, f)
    }
}

impl fmt::Debug for LocationDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn l102_a_place_has_one_digest_from_wherever_it_is_reached() {
        let host = |path: &str| HostPath::new(path.into());
        let inner = LocationDigest::new(&host("/docs/mod/A"), "events");
        assert_eq!(LocationDigest::new(&host("/docs"), "mod/A/events"), inner);
        assert_eq!(LocationDigest::new(&host("/docs/mod/A/events"), ""), inner);
        if cfg!(windows) {
            assert_eq!(LocationDigest::new(&host(r"\docs\mod"), "A/events"), inner);
        }
    }

    #[test]
    fn l54_two_spellings_are_two_places_with_one_lock() {
        let (lower, upper) = (LocationDigest::of("/w/é.txt".as_bytes()), LocationDigest::of("/w/É.TXT".as_bytes()));
        assert_ne!(lower, upper);
        assert_eq!(lower.stripe(), upper.stripe());
    }

    #[test]
    fn l102_other_directories_have_other_locks() {
        let stripes: HashSet<usize> =
            (0..1_000).map(|number| LocationDigest::of(format!("/w/{number}").as_bytes()).stripe()).collect();
        assert!(stripes.len() > 200 && stripes.iter().all(|stripe| *stripe < 256), "{}", stripes.len());
    }

    #[test]
    fn l49_what_is_shown_of_a_place_is_its_digest_and_no_other_place_has_it() {
        let (one, other) = (LocationDigest::of(b"/w/a"), LocationDigest::of(b"/w/b"));
        assert_eq!(one.to_string(), Digest::of(b"/w/a").to_string());
        assert_eq!(one.to_bytes(), *Digest::of(b"/w/a").as_bytes());
        assert_ne!((one.to_string(), one.to_bytes()), (other.to_string(), other.to_bytes()));
    }
}
