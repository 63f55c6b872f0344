//! A message: text with named placeholders (L10).

use std::fmt;
use std::ops::Range;

/// A parsed message template.
///
/// ```
/// use reply_vocabulary::{Segment, Template};
/// let template = Template::parse("Path '{path}' was not found.").unwrap();
/// assert_eq!(template.placeholders().collect::<Vec<_>>(), ["path"]);
/// assert_eq!(template.segments[0], Segment::Text("Path '".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The message as written.
    pub text: String,
    /// The message taken apart.
    pub segments: Vec<Segment>,
}

/// A piece of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Literal text, braces already undoubled.
    Text(String),
    /// The value of a parameter.
    Placeholder {
        /// The parameter's name.
        name: String,
        /// Where the name stands in the message, in bytes.
        at: Range<usize>,
    },
}

/// A brace that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// What is wrong.
    pub problem: &'static str,
    /// The offending bytes of the message.
    pub at: Range<usize>,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.problem)
    }
}

impl std::error::Error for TemplateError {}

impl Template {
    /// Takes a message apart.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut segments = Vec::new();
        for piece in pieces(text) {
            match (piece?, segments.last_mut()) {
                // A doubled brace ends a piece; the text goes on.
                (Piece::Text(more), Some(Segment::Text(text))) => text.push_str(more),
                (Piece::Text(text), _) => segments.push(Segment::Text(text.to_owned())),
                (Piece::Placeholder { name, at }, _) => {
                    segments.push(Segment::Placeholder { name: name.to_owned(), at });
                }
            }
        }
        Ok(Self { text: text.to_owned(), segments })
    }

    /// The names of the placeholders, in order, repetitions included.
    pub fn placeholders(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Placeholder { name, .. } => Some(name.as_str()),
            Segment::Text(_) => None,
        })
    }
}

/// A piece of a message, as it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Literal text that is not empty; of a doubled brace, one.
    Text(&'t str),
    /// The value of a parameter.
    Placeholder {
        /// The parameter's name.
        name: &'t str,
        /// Where the name stands in the message, in bytes.
        at: Range<usize>,
    },
}

/// Takes a message apart, piece by piece, without keeping anything: how the registry's reader and the run time read one.
///
/// ```
/// use reply_vocabulary::{Piece, pieces};
/// let mut pieces = pieces("Path '{path}' was not found.");
/// assert_eq!(pieces.next(), Some(Ok(Piece::Text("Path '"))));
/// assert_eq!(pieces.next(), Some(Ok(Piece::Placeholder { name: "path", at: 7..11 })));
/// ```
pub fn pieces(text: &str) -> Pieces<'_> {
    Pieces { text, rest: 0 }
}

/// What [`pieces`] returns. It ends behind a brace that does not fit.
#[derive(Clone, Debug)]
pub struct Pieces<'t> {
    text: &'t str,
    /// Where the next piece begins.
    rest: usize,
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Result<Piece<'t>, TemplateError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (text, start) = (self.text, self.rest);
        if start == text.len() {
            return None;
        }
        let Some(at) = first_brace(&text[start..]).map(|found| start + found) else {
            self.rest = text.len();
            return Some(Ok(Piece::Text(&text[start..])));
        };
        let (brace, behind) = (&text[at..=at], &text[at + 1..]);
        if behind.starts_with(brace) {
            self.rest = at + 2;
            return Some(Ok(Piece::Text(&text[start..=at])));
        }
        if at > start {
            self.rest = at;
            return Some(Ok(Piece::Text(&text[start..at])));
        }
        let (placeholder, end) = placeholder(brace, behind, at);
        self.rest = if placeholder.is_ok() { end } else { text.len() };
        Some(placeholder)
    }
}

/// What begins with a brace that is not doubled, and where it ends.
fn placeholder<'t>(brace: &str, behind: &'t str, at: usize) -> (Result<Piece<'t>, TemplateError>, usize) {
    let error = |problem, at: Range<usize>| (Err(TemplateError { problem, at: at.clone() }), at.end);
    if brace == "}" {
        return error("this `}` closes nothing; write `}}` for a literal brace", at..at + 1);
    }
    let Some(length) = first_brace(behind).filter(|end| behind[*end..].starts_with('}')) else {
        return error("this `{` is never closed; write `{{` for a literal brace", at..at + 1);
    };
    let name = &behind[..length];
    if !is_snake_case(name) {
        return error("a placeholder is a name in snake_case, without formatting", at..at + length + 2);
    }
    (Ok(Piece::Placeholder { name, at: at + 1..at + 1 + length }), at + length + 2)
}

/// One character at a time, because that is what the standard library looks for fast, even in an unoptimised macro.
fn first_brace(text: &str) -> Option<usize> {
    match (text.find('{'), text.find('}')) {
        (Some(open), Some(close)) => Some(open.min(close)),
        (open, close) => open.or(close),
    }
}

/// Whether a name is in lower case with underscores, starting with a letter: what a placeholder and a field may be called.
pub fn is_snake_case(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubled_braces_are_literal() {
        let template = Template::parse("A {{b}} {c}.").unwrap();
        assert_eq!(template.segments[0], Segment::Text("A {b} ".into()));
        assert_eq!(template.placeholders().collect::<Vec<_>>(), ["c"]);
    }

    #[test]
    fn a_brace_that_does_not_fit_is_pointed_at() {
        for (text, at) in [("a } b", 2..3), ("a { b", 2..3), ("a {b:?}", 2..7), ("{}", 0..2), ("{a{b}}", 0..1)] {
            assert_eq!(Template::parse(text).unwrap_err().at, at, "{text}");
        }
    }
}
