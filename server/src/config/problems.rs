//! Everything wrong with a configuration, each problem with its line.

use std::fmt;

/// The most problems that are listed; the others are counted.
pub(super) const MAX_PROBLEMS: usize = 50;
/// The longest description of one.
pub(super) const MAX_PROBLEM_BYTES: usize = 500;

/// One thing wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConfigError {
    /// `None` for a problem of the whole file.
    pub(super) line: Option<usize>,
    pub(super) what: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// The problems found so far in a text.
pub(super) struct ConfigProblems<'t> {
    text: &'t str,
    listed: Vec<ConfigError>,
    unlisted: usize,
}

impl<'t> ConfigProblems<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, listed: Vec::new(), unlisted: 0 }
    }

    /// Adds a problem at a byte offset of the text.
    pub(super) fn add(&mut self, at: usize, mut what: String) {
        if self.listed.len() >= MAX_PROBLEMS {
            self.unlisted += 1;
            return;
        }
        if what.len() > MAX_PROBLEM_BYTES {
            what.truncate(what.floor_char_boundary(MAX_PROBLEM_BYTES));
            what.push('…');
        }
        let line = self.text.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
        self.listed.push(ConfigError { line: Some(line), what });
    }

    /// The problems in the order of their lines.
    pub(super) fn into_sorted(mut self) -> Vec<ConfigError> {
        self.listed.sort_by_key(|problem| problem.line);
        if self.unlisted > 0 {
            self.listed.push(ConfigError { line: None, what: format!("and {} more problems", self.unlisted) });
        }
        self.listed
    }
}
