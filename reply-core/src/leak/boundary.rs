//! What stands before a path, and how a path begins.

use super::steps;

/// How far the character before a slash speaks for a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// A space, a quote, an opening bracket, a separator: what follows stands for itself.
    Open,
    /// A mark that ends names as often as it precedes paths (`Traits!`, `(1.0)`, `50%`, `**`, `#`): what follows must tell.
    Mark(u8),
    /// A letter of a script that is written without spaces: what follows may be a word of its own.
    Unspaced,
    /// A letter or a digit, or what joins names: the slash divides.
    Joined,
}

/// What the text before a slash makes of it.
pub(super) fn before(bytes: &[u8], at: usize) -> Before {
    // Backslashes before a slash are its escape in JSON or in a regular expression.
    let escaped = steps::trailing(&bytes[..at], |byte| byte == b'\\');
    let head = &bytes[..at - escaped];
    let Some(last) = head.last().copied() else { return Before::Open };
    match last {
        b':' if head.ends_with(b"(?:") => Before::Joined,
        b'\'' | b'"' | b'`' | b'(' | b'[' | b'{' | b'>' | b'=' | b',' | b';' | b':' | b'|' => Before::Open,
        byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => Before::Open,
        // A dash that stands for itself belongs to no name.
        b'-' if !head[..head.len() - 1].last().is_some_and(|byte| is_word(*byte) || *byte == b'.') => {
            Before::Mark(last)
        }
        byte if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/' | b'~') => Before::Joined,
        byte if byte.is_ascii() => Before::Mark(byte),
        byte => last_character(head).map_or(Before::Open, |character| beyond_ascii(character, byte)),
    }
}

fn beyond_ascii(character: char, byte: u8) -> Before {
    match character {
        '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›' | '–' | '—' | '→' | '←' | '⇒' | '•' | '：' | '，'
        | '；' | '、' | '。' | '（' | '「' | '『' | '【' | '《' | '〈' => Before::Open,
        _ if character.is_whitespace() || character.is_control() => Before::Open,
        // Han, kana and Hangul.
        '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => {
            Before::Unspaced
        }
        _ if character.is_alphanumeric() || character == '…' => Before::Joined,
        _ => Before::Mark(byte),
    }
}

/// Whether what ends here can stand before a path of Windows or a home: anything but the inside of a word.
pub(super) fn is_boundary(head: &[u8]) -> bool {
    last_character(head).is_none_or(|last| !last.is_alphanumeric() && !matches!(last, '_' | '.' | '-' | '/' | '\\'))
}

/// Whether a word goes on to the end.
pub(super) fn ends_in_word(head: &[u8]) -> bool {
    last_character(head).is_some_and(|last| last.is_alphanumeric() || last == '_') && !ends_in_blank_escape(head)
}

/// `\n`, `\t`, `\r`, `\0` as two characters: text that was quoted has them for its spaces.
pub(super) fn ends_in_blank_escape(head: &[u8]) -> bool {
    matches!(head, [.., b'\\', b'n' | b't' | b'r' | b'0'])
}

/// The character that ends here; unwrapped text may end in what is none. Characters have at most four bytes.
fn last_character(head: &[u8]) -> Option<char> {
    let tail = &head[head.len().saturating_sub(4)..];
    let start = tail.iter().rposition(|byte| !matches!(byte, 0x80..=0xbf))?;
    std::str::from_utf8(&tail[start..]).ok()?.chars().next()
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// What the name after a leading slash can start with.
pub(super) fn starts_a_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || b"._-~@$".contains(&byte)
}

/// Directories that stand at the root of some system's disk.
const TOP: [&str; 33] = [
    "home",
    "users",
    "mnt",
    "etc",
    "var",
    "tmp",
    "opt",
    "usr",
    "root",
    "private",
    "volumes",
    "media",
    "srv",
    "proc",
    "dev",
    "sys",
    "run",
    "bin",
    "sbin",
    "lib",
    "lib64",
    "boot",
    "library",
    "applications",
    "system",
    "nix",
    "snap",
    "windows",
    "program files",
    "program files (x86)",
    "programdata",
    "documents and settings",
    "device",
];

/// Whether what follows a slash is a directory of that kind, as a whole name.
pub(super) fn starts_at_top(after: &[u8]) -> bool {
    starts_with_one_of(after, &TOP)
}

/// The directories of a mod and of the game, and what lies beside them: no system has them at the root of a disk.
const IN_MODS: [&str; 24] = [
    "common",
    "content_source",
    "data_binding",
    "descriptor.mod",
    "dlc",
    "dlc_metadata",
    "events",
    "fonts",
    "gfx",
    "gui",
    "history",
    "interface",
    "licenses",
    "localisation",
    "localization",
    "map",
    "map_data",
    "music",
    "notifications",
    "portraits",
    "reader_export",
    "sound",
    "thumbnail.png",
    "tools",
];

/// Whether what follows a slash is a directory that mods have, as a whole name.
pub(super) fn starts_in_mod(after: &[u8]) -> bool {
    starts_with_one_of(after, &IN_MODS)
}

/// Where a JSON pointer leads first.
const IN_SCHEMAS: [&str; 6] = ["$defs", "components", "definitions", "items", "paths", "properties"];

pub(super) fn starts_in_schema(after: &[u8]) -> bool {
    starts_with_one_of(after, &IN_SCHEMAS)
}

fn starts_with_one_of(after: &[u8], names: &[&str]) -> bool {
    let Some(first) = after.first() else { return false };
    let is = |name: &&str| {
        let name = name.as_bytes();
        let next = after.get(name.len());
        name[0] == first.to_ascii_lowercase()
            && after.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name))
            && next.is_none_or(|next| !is_word(*next) && !matches!(next, b'.' | b'-'))
    };
    names.iter().any(is)
}

/// Whether two names follow that a slash divides: `data/nate`. A number is the term of a fraction rather than a name.
pub(super) fn has_two_names(after: &[u8]) -> bool {
    let name = steps::leading(after, |byte| is_word(byte) || b".-$@+~%".contains(&byte));
    let is_name = name > 0 && starts_a_name(after[0]) && !after[0].is_ascii_digit();
    let parting = steps::leading(&after[name..], |byte| byte == b'\\');
    is_name
        && after.get(name + parting) == Some(&b'/')
        && after.get(name + parting + 1).is_some_and(|byte| starts_a_name(*byte))
}
