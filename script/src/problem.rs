//! What is wrong with a file, and where.

use crate::rule::SyntaxRule;
use crate::span::Span;
use crate::visible::quoted;

/// How many problems of a file are kept; the rest are counted.
pub const MAX_PROBLEMS: usize = 500;

/// One broken rule of form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxProblem {
    /// The rule that is broken.
    pub rule: SyntaxRule,
    /// Where.
    pub span: Span,
    /// What is wrong, in one line that stands alone.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Another place that explains it, such as where a missing brace belongs.
    pub related: Option<Related>,
}

/// A second place of a problem, and what it has to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// What is there.
    pub label: &'static str,
}

/// The problems of one file in the order of their places: the first [`MAX_PROBLEMS`], and how many more there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    kept: Vec<SyntaxProblem>,
    left_out: usize,
}

impl Problems {
    /// Those that were kept.
    pub fn kept(&self) -> &[SyntaxProblem] {
        &self.kept
    }

    /// How many were found beyond those kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// How many were found.
    pub fn total(&self) -> usize {
        self.kept.len() + self.left_out
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    /// The rules that are broken, each once, in the order of their first places.
    pub fn rules(&self) -> Vec<SyntaxRule> {
        let mut rules = Vec::new();
        for problem in &self.kept {
            if !rules.contains(&problem.rule) {
                rules.push(problem.rule);
            }
        }
        rules
    }

    pub(crate) fn from_parts(kept: Vec<SyntaxProblem>, left_out: usize) -> Self {
        Self { kept, left_out }
    }

    /// Adds a problem; `describe` makes it only if there is room.
    pub(crate) fn add(&mut self, describe: impl FnOnce() -> SyntaxProblem) {
        if self.kept.len() < MAX_PROBLEMS {
            self.kept.push(describe());
        } else {
            self.left_out += 1;
        }
    }

    /// Adds a problem about a piece of the text; `message` gets the piece as it is shown in a sentence.
    #[cold]
    pub(crate) fn add_about(
        &mut self,
        rule: SyntaxRule,
        (text, span): (&[u8], Span),
        message: impl FnOnce(&str) -> String,
        help: &str,
    ) {
        self.add(|| SyntaxProblem::new(rule, span, message(&quoted(span.of(text))), help));
    }

    /// Adds a problem that is always described in the same words.
    #[cold]
    pub(crate) fn add_fixed(&mut self, rule: SyntaxRule, span: Span, message: &'static str, help: &'static str) {
        self.add(|| SyntaxProblem::new(rule, span, message, help));
    }

    /// Adds those of another list, and sorts by place.
    pub(crate) fn merge(&mut self, other: Self) {
        self.left_out += other.left_out;
        self.kept.extend(other.kept);
        self.sort();
    }

    /// Sorts by place, and keeps the first.
    pub(crate) fn sort(&mut self) {
        self.kept.sort_by_key(|problem| (problem.span, problem.rule));
        self.left_out += self.kept.len().saturating_sub(MAX_PROBLEMS);
        self.kept.truncate(MAX_PROBLEMS);
    }
}

impl SyntaxProblem {
    pub(crate) fn new(rule: SyntaxRule, span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { rule, span, message: message.into(), help: help.into(), related: None }
    }

    #[must_use]
    pub(crate) fn with_related(mut self, span: Span, label: &'static str) -> Self {
        self.related = Some(Related { span, label });
        self
    }
}
