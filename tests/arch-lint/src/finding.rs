//! What is wrong, where, and what to write instead.

use std::fmt;

use crate::rule::Rule;

/// One breach of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintFinding {
    /// The rule.
    pub rule: Rule,
    /// The name or path that breaks it, as an allowance would have to repeat it.
    pub what: String,
    /// What is wrong with it, in one line.
    pub message: String,
    /// Where.
    pub place: SourceLocation,
}

/// A stretch of one line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// The file, from the root of the workspace.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// How many characters.
    pub length: usize,
    /// The whole line.
    pub text: String,
}

/// The frame that the compiler would print.
impl fmt::Display for LintFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourceLocation { file, line, column, length, text } = &self.place;
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        let indent: String = text.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        writeln!(f, "{}", self.message)?;
        writeln!(f, "{gutter}--> {file}:{line}:{column}")?;
        writeln!(f, "{gutter} |\n{number} | {text}\n{gutter} | {indent}{}", "^".repeat((*length).max(1)))?;
        writeln!(f, "{gutter} = rule: {} ({})", self.rule, self.rule.laws())?;
        write!(f, "{gutter} = help: {}", self.rule.instead())
    }
}
