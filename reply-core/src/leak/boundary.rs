//! What stands before a path, and how a path begins.

/// How far the character before a slash speaks for a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// A blank, a quote, an opening bracket, a separator: what follows stands for itself.
    Open,
    /// A mark that ends names as often as it precedes paths (`Traits!`, `(1.0)`, `50%`, `**`, `#`): the name must tell.
    Mark,
    /// A letter or a digit, or what joins names: the slash divides.
    Joined,
}

/// What the text before a slash makes of it.
pub(super) fn before(text: &str, at: usize) -> Before {
    let bytes = text.as_bytes();
    // Backslashes before a slash are its escape in JSON or in a regular expression.
    let escaped = bytes[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
    let Some(last) = (at - escaped).checked_sub(1).map(|index| bytes[index]) else { return Before::Open };
    match last {
        b':' if bytes[..at - escaped].ends_with(b"(?:") => Before::Joined,
        b'\'' | b'"' | b'`' | b'(' | b'[' | b'{' | b'>' | b'=' | b',' | b';' | b':' | b'|' => Before::Open,
        byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => Before::Open,
        byte if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/' | b'~') => Before::Joined,
        byte if byte.is_ascii() => Before::Mark,
        _ => text[..at - escaped].chars().next_back().map_or(Before::Open, beyond_ascii),
    }
}

fn beyond_ascii(character: char) -> Before {
    match character {
        '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›' | '–' | '—' | '→' | '←' | '⇒' | '•' | '：' => {
            Before::Open
        }
        _ if character.is_whitespace() || character.is_control() => Before::Open,
        _ if character.is_alphanumeric() || character == '…' => Before::Joined,
        _ => Before::Mark,
    }
}

/// Whether what ends here can stand before a path of Windows or a home: anything but the inside of a word.
pub(super) fn is_boundary(head: &[u8]) -> bool {
    last_character(head).is_none_or(|last| !last.is_alphanumeric() && !matches!(last, '_' | '.' | '-' | '/' | '\\'))
}

/// Whether a word goes on to the end.
pub(super) fn ends_in_word(head: &[u8]) -> bool {
    last_character(head).is_some_and(|last| last.is_alphanumeric() || last == '_')
}

fn last_character(head: &[u8]) -> Option<char> {
    let start = head.iter().rposition(|byte| !matches!(byte, 0x80..=0xbf))?;
    std::str::from_utf8(&head[start..]).ok()?.chars().next()
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
    let is = |name: &&str| {
        let head = after.get(..name.len());
        let next = after.get(name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
            && next.is_none_or(|next| !is_word(*next) && !matches!(next, b'.' | b'-'))
    };
    TOP.iter().any(is)
}
