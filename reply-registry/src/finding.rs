//! What is wrong, where, why, and what to write instead.

use std::fmt;
use std::ops::Range;

use crate::rule::Rule;
use crate::source::{Position, Source};

/// One broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken.
    pub rule: Rule,
    /// What is wrong, in one line that stands alone.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Where; `None` when the file itself could not be read.
    pub place: Option<Location>,
}

impl Finding {
    /// A broken rule, of the file as a whole.
    pub fn new(rule: Rule, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { rule, message: message.into(), help: help.into(), place: None }
    }

    /// Where it is.
    #[must_use]
    pub fn at(self, place: Location) -> Self {
        Self { place: Some(place), ..self }
    }
}

/// A marked stretch of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The short name of the file.
    pub file: String,
    /// Where the stretch starts.
    pub start: Position,
    /// The line it starts in.
    pub line: String,
    /// The characters of that line before the stretch, and in it.
    pub underline: (usize, usize),
    /// What the underline says.
    pub label: String,
}

impl Location {
    /// Marks a range of a file.
    pub fn new(source: &Source, range: &Range<usize>, label: impl Into<String>) -> Self {
        let start = source.position(range.start);
        Self {
            file: source.name().to_owned(),
            start,
            line: source.line(start.line).to_owned(),
            underline: source.underline(range),
            label: label.into(),
        }
    }
}

/// The frame that the compiler and the command line print: the message, the place, the rule and the help.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        let mut gutter = String::new();
        if let Some(place) = &self.place {
            let number = place.start.line.to_string();
            gutter = " ".repeat(number.len());
            let (before, length) = place.underline;
            let indent: String = place.line.chars().take(before).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            write!(f, "\n{gutter}--> {}:{}:{}", place.file, place.start.line, place.start.column)?;
            write!(f, "\n{gutter} |\n{number} | {}\n{gutter} | {indent}{}", place.line, "^".repeat(length))?;
            if !place.label.is_empty() {
                write!(f, " {}", place.label)?;
            }
        }
        write!(f, "\n{gutter} = rule: {}", self.rule)?;
        write!(f, "\n{gutter} = help: {}", self.help)
    }
}

/// The findings of one file, collected while reading it.
#[derive(Debug)]
pub(crate) struct Findings<'s> {
    pub(crate) source: &'s Source,
    pub(crate) list: Vec<Finding>,
}

impl<'s> Findings<'s> {
    pub(crate) fn new(source: &'s Source) -> Self {
        Self { source, list: Vec::new() }
    }

    pub(crate) fn add(
        &mut self,
        rule: Rule,
        at: &Range<usize>,
        message: String,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.list.push(Finding::new(rule, message, help).at(Location::new(self.source, at, label)));
    }
}
