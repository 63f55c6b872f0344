//! How much the leak gate looks for (L80).

use std::fmt;

/// What counts as a host path in text that leaves the program. A registry chooses one; its lock pins it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GateLevel {
    /// Nothing: the program has no host paths to protect.
    Off,
    /// Home directories, drives, shares and `file:` URLs. Text about routes (`/api/v1/users`) passes.
    HomeAndDrives,
    /// Every absolute path of any operating system.
    #[default]
    Strict,
}

impl GateLevel {
    /// Every level, from nothing to everything.
    pub const ALL: [Self; 3] = [Self::Off, Self::HomeAndDrives, Self::Strict];

    /// The name in the registry.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::HomeAndDrives => "home_and_drives",
            Self::Strict => "strict",
        }
    }

    /// Reads a name of the registry; anything else is not a level.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == text)
    }
}

impl fmt::Display for GateLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
