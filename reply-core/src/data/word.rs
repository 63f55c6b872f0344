//! Small closed values: words of an enum, identifiers, problems, verbatim content.

use std::fmt;

use uuid::Uuid;

use crate::codes::layer::{Layer, LayerProof};
use crate::codes::voice::Voice;
use crate::data::text::Text;

/// The most bytes of a word or of the name of a field.
const MAX_NAME: usize = 64;

/// A word of a closed set. It comes from a variant of an enum that derives [`crate::ReplyData`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Word(&'static str);

impl Word {
    /// A word of lower-case letters, digits, `_` and `-`; the derive makes one of each variant.
    ///
    /// # Panics
    /// On anything else: at compile time, where it is called in a constant. Such a word cannot be a path, so the leak gate
    /// need not look.
    pub const fn new(word: &'static str) -> Self {
        assert!(is_name(word, Letters::Lower), "a word is made of a-z, 0-9, _ and -, and has at most 64 of them");
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

/// The name of a field of reply data: letters, digits and `_`, so that it cannot hold a path.
///
/// ```
/// use reply_core::FieldName;
/// const DEPTH: FieldName = FieldName::new("depth");
/// assert_eq!(DEPTH.as_str(), "depth");
/// ```
///
/// Anything else does not compile in a constant:
///
/// ```compile_fail
/// const HOME: reply_core::FieldName = reply_core::FieldName::new("/home/nate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldName(&'static str);

impl FieldName {
    /// Checks a name. The derive calls it while the program is compiled.
    ///
    /// # Panics
    /// On anything but letters, digits, `_` and `-`: at compile time, where it is called in a constant.
    pub const fn new(name: &'static str) -> Self {
        assert!(
            is_name(name, Letters::Both),
            "the name of a field is made of letters, digits, _ and -, and has at most 64 of them"
        );
        Self(name)
    }

    /// The name.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

/// Which letters a name is made of.
#[derive(Clone, Copy)]
pub(crate) enum Letters {
    Lower,
    Both,
}

/// Whether a text is a name that cannot hold a path: ASCII letters, digits, `_` and `-`.
pub(crate) const fn is_name(text: &str, letters: Letters) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let is_letter = match letters {
            Letters::Lower => bytes[at].is_ascii_lowercase(),
            Letters::Both => bytes[at].is_ascii_alphabetic(),
        };
        if !(is_letter || bytes[at].is_ascii_digit() || matches!(bytes[at], b'_' | b'-')) {
            return false;
        }
        at += 1;
    }
    !bytes.is_empty() && bytes.len() <= MAX_NAME
}

/// An opaque identifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(Uuid);

impl Id {
    /// A fresh, unguessable one.
    pub fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}

impl From<Uuid> for Id {
    fn from(uuid: Uuid) -> Self {
        Self(uuid)
    }
}

/// The text of an identifier is that of its UUID.
macro_rules! uuid_text {
    ($id:ty) => {
        impl std::str::FromStr for $id {
            type Err = $crate::data::word::ParseIdError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::try_parse(text).map(Self).map_err(|_| $crate::data::word::ParseIdError(()))
            }
        }

        impl std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl std::fmt::Debug for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }
    };
}
pub(crate) use uuid_text;
uuid_text!(Id);

/// A text that is not an [`Id`] or a [`TraceId`](crate::TraceId).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseIdError(pub(crate) ());

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id is a UUID, such as c0a8b3f4-2f7a-4f0e-b1d5-6a9e8c7d5b21")
    }
}

impl std::error::Error for ParseIdError {}

/// One thing wrong with a request: which field, what is wrong with it, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentProblem {
    /// The field, such as `depth` or `targets[2]`.
    pub field: Text,
    /// What is wrong.
    pub problem: Text,
    /// What would be right.
    pub expected: Text,
}

impl ArgumentProblem {
    /// The most that one reply lists. Where there are more, the last entry says how many.
    pub const MAX_LISTED: usize = 20;

    pub(crate) fn texts(&self) -> [&Text; 3] {
        [&self.field, &self.problem, &self.expected]
    }

    pub(crate) fn texts_mut(&mut self) -> [&mut Text; 3] {
        [&mut self.field, &mut self.problem, &mut self.expected]
    }

    /// The last entry of a shortened list: how many more there are.
    pub fn and_more(count: usize) -> Self {
        Self {
            field: "(more)".into(),
            problem: Text::new(format!("{count} more problems are not listed")),
            expected: "a request without those that are listed".into(),
        }
    }
}

/// File content, unchanged. The one thing that the leak gate does not scan (L49), so it takes the voice of a layer that reads
/// files: one that the registry marks with `verbatim = true`.
#[derive(Clone, PartialEq, Eq)]
pub struct Verbatim(String);

impl Verbatim {
    /// Wraps what was read from a file.
    pub fn read_from_file<L: ReadsVerbatim>(_reader: &Voice<L>, content: String) -> Self {
        // Evaluated here, so that a proof that cannot be made does not compile.
        let _: LayerProof<L> = L::READS_FILES;
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

/// A layer that may return file content unchanged. The macro implements it for the layers that `[layers]` marks.
#[diagnostic::on_unimplemented(
    message = "layer `{Self}` may not hand out file content verbatim: only a layer with `verbatim = true` in `[layers]` may",
    label = "not a layer that reads files",
    note = "the leak gate does not look at verbatim content; text that was made by the program goes in as `Text`"
)]
pub trait ReadsVerbatim: Layer + Sized {
    /// For generated code: the registry marks the layer with `verbatim = true`.
    #[doc(hidden)]
    const READS_FILES: LayerProof<Self>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l49_a_word_and_a_field_name_hold_nothing_that_a_path_is_made_of() {
        for text in ["", "/", "/home", "a/b", "C:", r"\", "a b", "é", "%2f", "~nate", "a.b", &"a".repeat(65)] {
            assert!(!is_name(text, Letters::Lower) && !is_name(text, Letters::Both), "{text}");
        }
        assert!(is_name("ck3raven-dev", Letters::Lower) && is_name("snake_case_2", Letters::Lower));
        assert!(!is_name("Upper", Letters::Lower) && is_name("Upper", Letters::Both));
    }

    #[test]
    fn a_word_is_shown_as_it_is() {
        assert_eq!(format!("{:>3}", Word::new("a")), "  a");
    }

    #[test]
    fn l49_a_word_made_at_run_time_is_checked_as_well() {
        let leaked: &'static str = String::from("/home/nate").leak();
        assert!(std::panic::catch_unwind(|| Word::new(leaked)).is_err());
        assert!(std::panic::catch_unwind(|| FieldName::new(leaked)).is_err());
    }
}
