//! Where an answer ended, so that the next one can continue.

use ck3_lens::{parse_cursor, to_cursor};
use reply_kit::Text;
use world_adapter::{Digest, WorldSources};

/// The identity of a question: a cursor is valid for this question only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchQueryKey(u64);

impl SearchQueryKey {
    /// The key of a question to these sources. Parts are delimited, whatever they contain.
    pub(crate) fn new(sources: &WorldSources, question: &[&str]) -> Self {
        let opened = sources.opened.iter().map(|source| source.address().as_str());
        let unopened = sources.unopened.iter().map(|source| source.address.as_str());
        let parts = question.iter().copied().chain(opened).chain(["unopened"]).chain(unopened);
        let mut text = String::new();
        for part in parts {
            text.push_str(&part.len().to_string());
            text.push(':');
            text.push_str(part);
        }
        let digest = Digest::of(text.as_bytes()).to_string();
        Self(u64::from_str_radix(&digest[..16], 16).unwrap_or_default())
    }
}

/// The hit to continue after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The source's position in load order.
    pub(crate) position: usize,
    /// The file's path below it.
    pub(crate) path: String,
    /// The line of the last hit; [`Cursor::WHOLE_FILE`] if all hits of the file were listed.
    pub(crate) line: u64,
    /// How many hits there were up to here.
    pub(crate) before: usize,
}

/// A text that is not a cursor of this question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParseCursorError;

impl Cursor {
    pub(crate) const WHOLE_FILE: u64 = u64::MAX;

    /// The form that an agent gets, which cannot contain a host path.
    pub(crate) fn to_text(&self, key: SearchQueryKey) -> Text {
        let line = if self.line == Self::WHOLE_FILE { 0 } else { self.line };
        let path = to_cursor(&self.path);
        Text::new(format!("{:016x}-{}-{line}-{}-{path}", key.0, self.position, self.before))
    }

    /// Reads a cursor of this question.
    pub(crate) fn parse(text: &str, key: SearchQueryKey) -> Result<Self, ParseCursorError> {
        let mut parts = text.splitn(5, '-');
        let mut next = || parts.next().ok_or(ParseCursorError);
        let (digest, position, line, before, path) = (next()?, next()?, next()?, next()?, next()?);
        if u64::from_str_radix(digest, 16) != Ok(key.0) {
            return Err(ParseCursorError);
        }
        let path = parse_cursor(path).ok_or(ParseCursorError)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| ParseCursorError);
        let count = |text: &str| text.parse::<u32>().map(|count| count as usize).map_err(|_| ParseCursorError);
        let line = match number(line)? {
            0 => Self::WHOLE_FILE,
            line => line,
        };
        Ok(Self { position: count(position)?, path, line, before: count(before)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written_and_by_no_other_question() {
        for path in ["common/traits/a.txt", "", "home/nate/-x", "~/x", "a b-c/é.txt", "C/Users"] {
            for line in [1, 7, Cursor::WHOLE_FILE] {
                let cursor = Cursor { position: 3, path: path.to_owned(), line, before: 12 };
                let text = cursor.to_text(SearchQueryKey(5)).to_string();
                assert_eq!(Cursor::parse(&text, SearchQueryKey(5)), Ok(cursor), "{text}");
                assert_eq!(Cursor::parse(&text, SearchQueryKey(6)), Err(ParseCursorError));
            }
        }
        for wrong in ["", "x", "5-1-1-1", "5-1-1-99999999999-a", "5-1-1-1-~0", "5-1-1-1-~zz", "5--1-1-a"] {
            assert_eq!(Cursor::parse(wrong, SearchQueryKey(5)), Err(ParseCursorError), "{wrong}");
        }
    }
}
