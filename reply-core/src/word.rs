//! Small closed values: words of an enum, identifiers, problems, verbatim content.

use std::fmt;

use uuid::Uuid;

use crate::layer::Wa;
use crate::text::Text;
use crate::voice::Voice;

/// A word of a closed set. It comes from a variant of an enum that derives [`crate::ReplyData`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Word(&'static str);

impl Word {
    /// For the derive.
    #[doc(hidden)]
    pub const fn of_variant(word: &'static str) -> Self {
        Self(word)
    }

    /// The word.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// An opaque identifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(Uuid);

impl Id {
    /// A fresh one that nobody can guess.
    pub fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}

impl From<Uuid> for Id {
    fn from(uuid: Uuid) -> Self {
        Self(uuid)
    }
}

impl std::str::FromStr for Id {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, uuid::Error> {
        Uuid::try_parse(text).map(Self)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// One thing wrong with a request: which field, what is wrong with it, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The field, such as `depth` or `targets[2]`.
    pub field: Text,
    /// What is wrong.
    pub problem: Text,
    /// What would be right.
    pub expected: Text,
}

/// File content, as it is. The one thing the leak gate does not look at (L49), so it takes the world's voice to make it.
#[derive(Clone, PartialEq, Eq)]
pub struct Verbatim(String);

impl Verbatim {
    /// Wraps what was read from a file.
    pub fn read_from_file(_world: &Voice<Wa>, content: String) -> Self {
        Self(content)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Verbatim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Verbatim({} bytes)", self.0.len())
    }
}
