//! What a line does with a key: define it, use it, or mention it in a comment.

use std::borrow::Cow;

use ck3_script::{Folder, outline};

/// The comment syntax of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileForm {
    /// A comment goes from `#` outside of quotes to the end of the line.
    Script,
    /// A text may contain `#` and quotes: a comment comes before the key or after the last quote.
    Localization,
}

impl FileForm {
    pub(crate) fn of(folder: Folder) -> Self {
        if folder == Folder::Localization { Self::Localization } else { Self::Script }
    }

    /// Where the comment of a line begins; the line's length if it has none.
    pub(crate) fn comment_start(self, line: &[u8]) -> usize {
        match self {
            Self::Script => {
                let mut is_quoted = false;
                let mut is_escaped = false;
                for (at, byte) in line.iter().enumerate() {
                    match byte {
                        b'#' if !is_quoted => return at,
                        b'"' if !is_escaped => is_quoted = !is_quoted,
                        _ => {}
                    }
                    is_escaped = *byte == b'\\' && !is_escaped;
                }
                line.len()
            }
            Self::Localization => {
                if line.trim_ascii_start().first() == Some(&b'#') {
                    return 0;
                }
                let text_end = memchr::memrchr(b'"', line).map_or(0, |quote| quote + 1);
                memchr::memchr(b'#', &line[text_end..]).map_or(line.len(), |at| text_end + at)
            }
        }
    }
}

/// Where a file defines a key: the line of each definition, from 1, and the byte where its name begins; sorted, each line once.
pub(crate) fn definitions(bytes: &[u8], start: usize, folder: Folder, key: &str) -> Vec<(u64, usize)> {
    let found = outline(bytes, folder);
    // Converted text would have other offsets, but this text is not converted: its bytes are UTF-8 or a single-byte encoding.
    if !matches!(found.text, Cow::Borrowed(_)) {
        return Vec::new();
    }
    let is_it = |name: &[u8]| name == key.as_bytes();
    let named = found.definitions.iter().filter(|one| is_it(one.name.of(&found.text)) || one.key(&found.text) == key);
    let mut places: Vec<usize> = named.map(|one| one.name.start as usize).filter(|at| *at >= start).collect();
    places.sort_unstable();
    let (mut at, mut line) = (start, 1_u64);
    let mut lines: Vec<(u64, usize)> = Vec::with_capacity(places.len());
    for place in places {
        line += memchr::memchr_iter(b'\n', bytes.get(at..place).unwrap_or_default()).count() as u64;
        at = place;
        if lines.last().is_none_or(|(last, _)| *last != line) {
            lines.push((line, place));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_begin_where_the_game_takes_them_to() {
        for (form, line, expected) in [
            (FileForm::Script, "a = b # c", 6),
            (FileForm::Script, "a = \"#\" # c", 8),
            (FileForm::Script, "a = \"\\\"#\" # c", 10),
            (FileForm::Script, "a = b", 5),
            (FileForm::Localization, " # a: \"b\"", 0),
            (FileForm::Localization, " a:0 \"#bold b#!\" # c", 17),
            (FileForm::Localization, " a: \"b \"c\" #d\"", 14),
        ] {
            assert_eq!(form.comment_start(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn definitions_are_listed_by_line() {
        let text = b"\xef\xbb\xbfa = {\n\tb = a\n}\nb = { }\na = { }\n";
        assert_eq!(definitions(text, 3, Folder::Objects, "a"), [(1, 3), (5, 26)]);
        assert_eq!(definitions(text, 3, Folder::Objects, "b"), [(4, 18)]);
        let text = b"NCombat = {\n\tWIDTH = 3\n}\n";
        assert_eq!(definitions(text, 0, Folder::Defines, "WIDTH"), [(2, 13)]);
    }
}
