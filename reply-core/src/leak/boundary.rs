//! What precedes a path, and how a path begins.

use reply_vocabulary::DISK_FOLDERS;

use super::steps;

/// Whether the character before a slash lets a path begin there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathBoundary {
    /// A space, a quote, an opening bracket, a separator: the text after it stands alone.
    Open,
    /// A mark that ends names as often as it precedes paths (`Traits!`, `(1.0)`, `50%`, `**`, `#`): what follows must tell.
    Mark(char),
    /// A mark that ends sentences and words, and that names seldom end in (`done.`, `wait…`, `pre-`, `old~`).
    Ending(char),
    /// A letter or a digit beyond ASCII: what follows may be written in another script, and then is a word of its own.
    Letter,
    /// A letter of a script that is written without spaces: what follows may be a word of its own.
    Unspaced,
    /// A letter or a digit, or what joins names: the slash divides.
    Joined,
}

/// Classifies the text before a slash.
pub(super) fn before(bytes: &[u8], at: usize) -> PathBoundary {
    // Backslashes before a slash are its escape in JSON or in a regular expression.
    let escaped = steps::trailing(&bytes[..at], |byte| byte == b'\\');
    let head = &bytes[..at - escaped];
    let Some(last) = head.last().copied() else { return PathBoundary::Open };
    match last {
        b':' if head.ends_with(b"(?:") => PathBoundary::Joined,
        b'\'' | b'"' | b'`' | b'(' | b'[' | b'{' | b'>' | b'=' | b',' | b';' | b':' | b'|' => PathBoundary::Open,
        byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => PathBoundary::Open,
        b'.' => after_dots(head, '.'),
        // A dash between spaces belongs to no name.
        b'-' if !head[..head.len() - 1].last().is_some_and(|byte| is_word(*byte) || *byte == b'.') => {
            PathBoundary::Mark('-')
        }
        b'-' | b'~' => PathBoundary::Ending(char::from(last)),
        byte if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/') => PathBoundary::Joined,
        byte if byte.is_ascii() => PathBoundary::Mark(char::from(byte)),
        _ => last_character(head).map_or(PathBoundary::Open, |character| beyond_ascii(head, character)),
    }
}

/// Whether what stands here can be the end of a name in an address: a closing quotation mark, a comma. What opens something, or
/// stands before a value, is not.
pub(super) fn ends_a_name(head: &[u8]) -> bool {
    last_character(head).is_some_and(|last| matches!(last, '\'' | '"' | '`' | ',' | ';' | '’' | '”' | '»' | '›'))
}

/// `./`, `../` and `…/` lead on from somewhere, `done./` does not: what stands before the dots tells.
fn after_dots(head: &[u8], last: char) -> PathBoundary {
    let dots = steps::trailing(&head[..head.len() - last.len_utf8()], |byte| byte == b'.') + last.len_utf8();
    let start = &head[..head.len() - dots];
    let is_quote = |character| matches!(character, '\'' | '"' | '`' | '’' | '”');
    let ends = match last_character(start) {
        // A quotation mark behind a word ends the quotation; behind anything else it begins one.
        Some(quote) if is_quote(quote) => {
            last_character(&start[..start.len() - quote.len_utf8()]).is_some_and(ends_something)
        }
        Some(character) => ends_something(character) && !is_flag(start),
        None => false,
    };
    if ends { PathBoundary::Ending(last) } else { PathBoundary::Joined }
}

/// Whether a sentence can end after it: a word, a bracket, another mark.
fn ends_something(character: char) -> bool {
    let joins = character.is_whitespace() || character.is_control();
    !joins
        && !matches!(
            character,
            '/' | '\\' | '(' | '[' | '{' | '<' | '=' | ',' | ';' | ':' | '|' | '-' | '$' | '@' | '^'
        )
}

/// `-I/usr/include`: one letter behind a dash.
pub(super) fn is_flag(head: &[u8]) -> bool {
    matches!(head, [start @ .., b'-', letter] if letter.is_ascii_alphabetic() && is_boundary(start))
}

fn beyond_ascii(head: &[u8], character: char) -> PathBoundary {
    match character {
        '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›' | '–' | '—' | '→' | '←' | '⇒' | '•' | '：' | '，'
        | '；' | '、' | '。' | '（' | '「' | '『' | '【' | '《' | '〈' => PathBoundary::Open,
        _ if character.is_whitespace() || character.is_control() => PathBoundary::Open,
        // Han, kana and Hangul.
        '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'
            if character.is_alphanumeric() =>
        {
            PathBoundary::Unspaced
        }
        '…' => after_dots(head, '…'),
        _ if character.is_alphanumeric() => PathBoundary::Letter,
        _ => PathBoundary::Mark(character),
    }
}

/// Whether the end of this text can precede a Windows path or a home directory: anything but the inside of a word or of a path.
/// A letter beyond ASCII ends a word, because such a path begins with another script.
pub(super) fn is_boundary(head: &[u8]) -> bool {
    match last_character(head) {
        Some('.') => after_dots(head, '.') != PathBoundary::Joined,
        Some(last) => !last.is_ascii_alphanumeric() && !matches!(last, '_' | '-' | '/' | '\\'),
        None => true,
    }
}

/// Whether the letter of a drive that stands here is the last one of a word. Behind a letter beyond ASCII it is, unless the two
/// cannot be of one word: `无法打开C:`, `désoléC:`.
pub(super) fn goes_on_with(head: &[u8], letter: u8) -> bool {
    let is_word = match last_character(head) {
        Some(last) if last.is_ascii() => last.is_ascii_alphanumeric() || last == '_',
        Some(last) => {
            matches!(beyond_ascii(head, last), PathBoundary::Letter)
                && (last.is_uppercase() || letter.is_ascii_lowercase())
        }
        None => false,
    };
    is_word && !ends_in_whitespace_escape(head)
}

/// `\n`, `\t`, `\r`, `\0` as two characters: quoted text has them in place of whitespace.
pub(super) fn ends_in_whitespace_escape(head: &[u8]) -> bool {
    matches!(head, [.., b'\\', b'n' | b't' | b'r' | b'0'])
}

/// The character that ends here; unwrapped text may end in what is none. Characters have at most four bytes.
fn last_character(head: &[u8]) -> Option<char> {
    let tail = &head[head.len().saturating_sub(4)..];
    let start = tail.iter().rposition(|byte| !matches!(byte, 0x80..=0xbf))?;
    std::str::from_utf8(&tail[start..]).ok()?.chars().next()
}

/// The character that begins here.
fn first_character(rest: &[u8]) -> Option<char> {
    let head = &rest[..rest.len().min(4)];
    let end = head.iter().skip(1).position(|byte| !matches!(byte, 0x80..=0xbf)).map_or(head.len(), |at| at + 1);
    std::str::from_utf8(&head[..end]).ok()?.chars().next()
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// What the name after a leading slash can start with.
pub(super) fn starts_a_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || b"._-~@$".contains(&byte)
}

/// Whether what follows a slash is a directory at the root of some system's disk, as a whole name.
pub(super) fn starts_at_top(after: &[u8]) -> bool {
    starts_with_one_of(after, &DISK_FOLDERS)
}

/// Where a JSON pointer leads first.
const IN_SCHEMAS: [&str; 6] = ["$defs", "components", "definitions", "items", "paths", "properties"];

pub(super) fn starts_in_schema(after: &[u8]) -> bool {
    starts_with_one_of(after, &IN_SCHEMAS)
}

pub(super) fn starts_with_one_of(after: &[u8], names: &[&str]) -> bool {
    let Some(first) = after.first() else { return false };
    let is = |name: &&str| {
        let name = name.as_bytes();
        name[0] == first.to_ascii_lowercase()
            && after.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name))
            && !first_character(&after[name.len()..])
                .is_some_and(|next| next.is_alphanumeric() || matches!(next, '_' | '.' | '-'))
    };
    names.iter().any(is)
}

/// Whether two names follow that a slash divides: `data/nate`. A number is the term of a fraction rather than a name.
pub(super) fn has_two_names(after: &[u8]) -> bool {
    first_of_two_names(after).is_some()
}

/// The first of the two names.
pub(super) fn first_of_two_names(after: &[u8]) -> Option<&[u8]> {
    let name = steps::leading(after, |byte| is_word(byte) || b".-$@+~%".contains(&byte));
    let is_name = name > 0 && starts_a_name(after[0]) && !after[0].is_ascii_digit();
    let parting = steps::leading(&after[name..], |byte| byte == b'\\');
    let is_path = is_name
        && after.get(name + parting) == Some(&b'/')
        && after.get(name + parting + 1).is_some_and(|byte| starts_a_name(*byte));
    is_path.then_some(&after[..name])
}
