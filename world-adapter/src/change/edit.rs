//! Exact replacement of text: it must match as often as stated, or nothing is changed.

/// What to replace by what, and how often it must occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The text to replace, exactly.
    pub old: String,
    /// What stands there afterwards.
    pub new: String,
    /// How often `old` occurs.
    pub expected_count: usize,
}

/// What a replacement would do, before any memory is spent on it.
pub(crate) struct Outcome {
    /// How often the text occurs.
    pub(crate) found: usize,
    /// How many bytes the result has; nothing if they cannot be counted.
    pub(crate) size: Option<usize>,
}

impl Replacement {
    /// Counts what would be replaced and how large the result would be (L100).
    pub(crate) fn weigh(&self, text: &str) -> Outcome {
        let found = if self.old.is_empty() { 0 } else { text.matches(&self.old).count() };
        let kept = text.len() - found * self.old.len();
        let size = found.checked_mul(self.new.len()).and_then(|new| kept.checked_add(new));
        Outcome { found, size }
    }

    pub(crate) fn apply(&self, text: &str) -> String {
        text.replace(&self.old, &self.new)
    }

    /// The same for a text with single line feeds.
    pub(crate) fn with_line_feeds(&self) -> Self {
        let (old, new) = (self.old.replace("\r\n", "\n"), self.new.replace("\r\n", "\n"));
        Self { old, new, expected_count: self.expected_count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l100_the_size_of_a_result_is_known_before_it_is_made() {
        for (text, old, new) in [("aXbX", "X", "long"), ("aaaa", "aa", ""), ("", "x", "y"), ("x", "", "y")] {
            let replacement = Replacement { old: old.into(), new: new.into(), expected_count: 1 };
            let Outcome { found, size } = replacement.weigh(text);
            if found > 0 {
                assert_eq!(size, Some(replacement.apply(text).len()));
            }
        }
    }
}
