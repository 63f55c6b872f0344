//! What the text of a localization entry consists of.

use crate::span::{Span, offset};

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MarkupKind {
    /// Plain text.
    Text,
    /// `$VARIABLE$` or `$KEY|format$`.
    Variable,
    /// `[Scope.Function( … )|format]`.
    Data,
    /// `#bold`, `#color:{1,0,0}`: the start of formatting.
    FormatStart,
    /// `#!`: the end of formatting.
    FormatEnd,
    /// `@icon!`.
    Icon,
    /// `\n`, `\"`, `\\`.
    Escape,
}

/// The parts of a text, in order; together they are the text.
#[derive(Clone, Debug)]
pub struct Markup<'t> {
    text: &'t [u8],
    at: usize,
    end: usize,
    /// No `]` follows; remembered so that many open brackets take linear time.
    no_bracket: bool,
}

/// The parts of the text that `span` marks.
///
/// ```
/// use ck3_script::{MarkupKind, Span, markup};
/// let text = b"Hi $NAME$, #bold [Root.GetName]#!\\n";
/// let kinds: Vec<_> = markup(text, Span::new(0, text.len() as u32)).map(|(kind, _)| kind).collect();
/// use MarkupKind::*;
/// assert_eq!(kinds, [Text, Variable, Text, FormatStart, Text, Data, FormatEnd, Escape]);
/// ```
pub fn markup(text: &[u8], span: Span) -> Markup<'_> {
    let end = span.range().end.min(text.len());
    Markup { text, at: span.range().start.min(end), end, no_bracket: false }
}

impl Markup<'_> {
    /// The end of the part that starts at `at`, if it is not plain text.
    fn part(&mut self, at: usize) -> Option<(MarkupKind, usize)> {
        let rest = &self.text[at..self.end];
        let (kind, length) = match rest {
            [b'\\', _, ..] => (MarkupKind::Escape, 2),
            [b'#', b'!', ..] => (MarkupKind::FormatEnd, 2),
            [b'#', name, ..] if name.is_ascii_alphabetic() => (MarkupKind::FormatStart, format_length(rest)),
            [b'$', ..] => (MarkupKind::Variable, delimited(rest, b'$')?),
            [b'@', ..] => (MarkupKind::Icon, delimited(rest, b'!')?),
            [b'[', ..] if !self.no_bracket => {
                let close = memchr::memchr(b']', rest);
                self.no_bracket = close.is_none();
                (MarkupKind::Data, close? + 1)
            }
            _ => return None,
        };
        Some((kind, at + length))
    }
}

/// The length of `#name;name:{…}`.
fn format_length(rest: &[u8]) -> usize {
    let is_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b';' | b':' | b'.' | b',' | b'{' | b'}');
    1 + rest[1..].iter().take_while(|byte| is_name(byte)).count()
}

/// The length of a name between two marks.
fn delimited(rest: &[u8], last: u8) -> Option<usize> {
    let is_name = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'|' | b'-' | b'+' | b'=' | b'%' | b'\'')
    };
    let name = rest[1..].iter().take_while(|byte| is_name(byte)).count();
    (name > 0 && rest.get(name + 1) == Some(&last)).then_some(name + 2)
}

impl Iterator for Markup<'_> {
    type Item = (MarkupKind, Span);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        if start == self.end {
            return None;
        }
        if let Some((kind, end)) = self.part(start) {
            self.at = end;
            return Some((kind, Span::new(offset(start), offset(end))));
        }
        let mut at = start + 1;
        while let Some(length) = self.text[at..self.end].iter().position(|byte| b"\\#$@[".contains(byte)) {
            at += length;
            if self.part(at).is_some() {
                self.at = at;
                return Some((MarkupKind::Text, Span::new(offset(start), offset(at))));
            }
            at += 1;
        }
        self.at = self.end;
        Some((MarkupKind::Text, Span::new(offset(start), offset(self.end))))
    }
}
