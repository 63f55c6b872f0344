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

/// A piece of a message at run time: a [`Segment`] whose placeholder has become the number of its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<T> {
    /// Literal text.
    Text(T),
    /// The value of the parameter with this number.
    Param(u8),
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
        let mut literal = String::new();
        let mut rest = 0;
        while let Some(at) = first_brace(&text[rest..]).map(|found| rest + found) {
            literal.push_str(&text[rest..at]);
            let brace = &text[at..=at];
            if text[at + 1..].starts_with(brace) {
                literal.push_str(brace);
                rest = at + 2;
                continue;
            }
            if brace == "}" {
                return Err(TemplateError {
                    problem: "this `}` closes nothing; write `}}` for a literal brace",
                    at: at..at + 1,
                });
            }
            let Some(length) = first_brace(&text[at + 1..]).filter(|end| text[at + 1 + end..].starts_with('}')) else {
                return Err(TemplateError {
                    problem: "this `{` is never closed; write `{{` for a literal brace",
                    at: at..at + 1,
                });
            };
            let name_at = at + 1..at + 1 + length;
            let name = &text[name_at.clone()];
            if !is_snake_case(name) {
                let problem = "a placeholder is a name in snake_case, without formatting";
                return Err(TemplateError { problem, at: at..at + length + 2 });
            }
            if !literal.is_empty() {
                segments.push(Segment::Text(std::mem::take(&mut literal)));
            }
            segments.push(Segment::Placeholder { name: name.to_owned(), at: name_at });
            rest = at + length + 2;
        }
        literal.push_str(&text[rest..]);
        if !literal.is_empty() {
            segments.push(Segment::Text(literal));
        }
        Ok(Self { text: text.to_owned(), segments })
    }

    /// The message with its placeholders as numbers, given the names of the parameters in their order. A placeholder without a
    /// parameter, which the registry's rules refuse, has the number 255.
    ///
    /// ```
    /// use reply_vocabulary::{Piece, Template};
    /// let template = Template::parse("'{b}' is not '{a}'.").unwrap();
    /// let pieces: Vec<Piece<&str>> = template.pieces(&["a", "b"]).collect();
    /// assert_eq!(pieces[..2], [Piece::Text("'"), Piece::Param(1)]);
    /// ```
    pub fn pieces<'t>(&'t self, params: &[&str]) -> impl Iterator<Item = Piece<&'t str>> {
        self.segments.iter().map(move |segment| match segment {
            Segment::Text(text) => Piece::Text(text.as_str()),
            Segment::Placeholder { name, .. } => {
                let index = params.iter().position(|param| param == name);
                Piece::Param(index.and_then(|index| u8::try_from(index).ok()).unwrap_or(u8::MAX))
            }
        })
    }

    /// The names of the placeholders, in order, repetitions included.
    pub fn placeholders(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Placeholder { name, .. } => Some(name.as_str()),
            Segment::Text(_) => None,
        })
    }
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
