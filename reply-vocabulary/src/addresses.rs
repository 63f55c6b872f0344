//! How a registry's addresses are spelled where they look like paths of a disk.

/// Spellings of addresses in which a slash follows a colon or a mark. The leak gate lets them pass; what is not listed here, and
/// looks like a host path, is one.
///
/// `L` is a list of words: owned where a registry is read, static at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddressForms<L> {
    /// Schemes of URLs that name no file of the machine: `lib` in `lib://shelves/3`.
    pub schemes: L,
    /// Words that stand before `:/`: `SHELF` in `SHELF:/history`.
    pub roots: L,
    /// Namespaces whose keys are names that people chose: `book` in `book:My Life:/pages`.
    pub named: L,
    /// Folders that such a name is followed by.
    pub folders: L,
}

impl<L> AddressForms<L> {
    /// The names of the lists, as a registry spells them.
    pub const FIELDS: [&'static str; 4] = ["schemes", "roots", "named", "folders"];

    /// The lists, in the order of [`Self::FIELDS`].
    pub fn lists(&self) -> [&L; 4] {
        [&self.schemes, &self.roots, &self.named, &self.folders]
    }

    /// The lists, in the order of [`Self::FIELDS`].
    pub fn from_lists([schemes, roots, named, folders]: [L; 4]) -> Self {
        Self { schemes, roots, named, folders }
    }
}

impl AddressForms<&'static [&'static str]> {
    /// No form: everything that looks like a host path is one.
    pub const NONE: Self = Self { schemes: &[], roots: &[], named: &[], folders: &[] };
}

/// Directories that stand at the root of some system's disk. None of them is a folder of an address that may look like a path.
pub const DISK_FOLDERS: [&str; 33] = [
    "home",
    "users",
    "mnt",
    "etc",
    "var",
    "tmp",
    "opt",
    "usr",
    "root",
    "private",
    "volumes",
    "media",
    "srv",
    "proc",
    "dev",
    "sys",
    "run",
    "bin",
    "sbin",
    "lib",
    "lib64",
    "boot",
    "library",
    "applications",
    "system",
    "nix",
    "snap",
    "windows",
    "program files",
    "program files (x86)",
    "programdata",
    "documents and settings",
    "device",
];
