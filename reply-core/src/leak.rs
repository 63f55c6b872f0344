//! The leak gate: finding host paths in text (L80).
//!
//! A host path is a drive letter path, a UNC path, a `file:` URL, a home path, or anything rooted at `/`. Canonical
//! addresses, web addresses, dates, fractions and "and/or" are not: in them a slash follows a letter or a digit.

use std::ops::Range;

/// What kind of host path was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostPathKind {
    /// `C:\Users`, `d:/games`.
    Drive,
    /// `\\server\share`, `\\?\C:\`.
    Unc,
    /// `\Users\nate`: rooted at the current drive.
    Backslash,
    /// `/home/nate`, `/etc`: anything rooted at `/`.
    Rooted,
    /// `~/mods`.
    Home,
    /// `file:///etc/passwd`.
    FileUrl,
}

/// A host path in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPath {
    /// What kind it is.
    pub kind: HostPathKind,
    /// Where it starts, in bytes. The path itself is not repeated.
    pub at: usize,
}

/// Finds the first host path in a text.
///
/// ```
/// use reply_core::find_host_path;
/// assert!(find_host_path(r"cannot open C:\Users\nate\mod").is_some());
/// assert!(find_host_path("root:game/home/nate").is_none());
/// assert!(find_host_path("read and/or write by 2026/11/16").is_none());
/// ```
pub fn find_host_path(text: &str) -> Option<HostPath> {
    let bytes = text.as_bytes();
    let mut slashes = memchr::memchr2_iter(b'/', b'\\', bytes);
    slashes.find_map(|at| if bytes[at] == b'/' { at_slash(bytes, at) } else { at_backslash(bytes, at) })
}

fn at_slash(bytes: &[u8], at: usize) -> Option<HostPath> {
    let found = |kind, at| Some(HostPath { kind, at });
    if let Some(letter) = drive_before(bytes, at)
        && !is_compatible_spelling(&bytes[..at])
    {
        return found(HostPathKind::Drive, letter);
    }
    let before = at.checked_sub(1).map(|index| bytes[index]);
    let after = bytes[at..].iter().copied().find(|byte| *byte != b'/');
    match before {
        Some(b':') if bytes[at..].starts_with(b"//") => {
            // A scheme: only `file:` names a place on this machine.
            let scheme = word_before(bytes, at - 1);
            let is_file = bytes[scheme.clone()].eq_ignore_ascii_case(b"file");
            if is_file { found(HostPathKind::FileUrl, scheme.start) } else { None }
        }
        Some(b':') if bytes[word_before(bytes, at - 1)].eq_ignore_ascii_case(b"file") => {
            found(HostPathKind::FileUrl, at)
        }
        Some(b':') if is_compatible_spelling(&bytes[..at]) => None,
        Some(b'~') if at < 2 || is_boundary(bytes[at - 2]) => found(HostPathKind::Home, at - 1),
        // The second slash of `//`: the first one decided.
        Some(b'/') if at >= 2 && bytes[at - 2] == b':' => None,
        // A closing tag.
        Some(b'<') => None,
        Some(byte) if !is_boundary(byte) => None,
        _ => after.filter(|byte| starts_a_name(*byte)).and_then(|_| found(HostPathKind::Rooted, at)),
    }
}

fn at_backslash(bytes: &[u8], at: usize) -> Option<HostPath> {
    if let Some(letter) = drive_before(bytes, at) {
        return Some(HostPath { kind: HostPathKind::Drive, at: letter });
    }
    let rest = &bytes[at + 1..];
    if rest.first() == Some(&b'\\')
        && rest.get(1).is_some_and(|byte| starts_a_name(*byte) || matches!(byte, b'?' | b'.'))
    {
        return Some(HostPath { kind: HostPathKind::Unc, at });
    }
    let before = at.checked_sub(1).map(|index| bytes[index]);
    if before == Some(b'~') && (at < 2 || is_boundary(bytes[at - 2])) {
        return Some(HostPath { kind: HostPathKind::Home, at: at - 1 });
    }
    let at_start = before.is_none_or(is_boundary);
    let name = rest.iter().take_while(|byte| starts_a_name(**byte) || **byte == b' ').count();
    let is_rooted = at_start && name > 1 && rest.get(name) == Some(&b'\\');
    is_rooted.then_some(HostPath { kind: HostPathKind::Backslash, at })
}

/// The letter of a drive (`C:`) right before a slash.
fn drive_before(bytes: &[u8], at: usize) -> Option<usize> {
    let letter = at.checked_sub(2)?;
    let is_drive = bytes[letter + 1] == b':' && bytes[letter].is_ascii_alphabetic();
    let stands_alone = letter == 0 || !is_word(bytes[letter - 1]);
    (is_drive && stands_alone).then_some(letter)
}

/// `ROOT_REPO:` and `mod:Name:` are spellings of addresses that are understood, and may be echoed.
fn is_compatible_spelling(before_slash: &[u8]) -> bool {
    let Some((b':', name)) = before_slash.split_last() else { return false };
    let start =
        name.iter().rposition(|byte| is_boundary(*byte) && *byte != b':' && *byte != b' ').map_or(0, |found| found + 1);
    let name = &name[start..];
    let is_root = name
        .strip_prefix(b"ROOT_")
        .is_some_and(|key| key.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'_'));
    is_root || name.starts_with(b"mod:")
}

fn word_before(bytes: &[u8], end: usize) -> Range<usize> {
    let start = bytes[..end].iter().rposition(|byte| !is_word(*byte)).map_or(0, |found| found + 1);
    start..end
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// What can stand before a path in prose: blanks, quotes, brackets, separators.
fn is_boundary(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte.is_ascii_control() || b"'\"`([{<>=,;:|&#@!?*+^%$\\".contains(&byte)
}

/// What the name after a leading slash can start with.
fn starts_a_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || b"._-~@$%+".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l80_host_paths_are_found() {
        for text in [
            r"C:\Users\nate",
            "c:/games",
            r"error:C:\x",
            r"\\server\share",
            r"\\?\C:\x",
            r"\\.\pipe\x",
            "/etc",
            "/",
            "/x",
            "'/home/nate'",
            "at /opt/ck3",
            "(/tmp/a)",
            "path=/mnt/c",
            "error:/etc/passwd",
            "file:///etc/passwd",
            "FILE:/etc",
            "~/mods",
            "in ~/x",
            r"~\mods",
            r"\Users\nate",
            "//server/share",
            "a,/b",
            "/.config",
            "key:/Users/x",
            "\n/var/log",
            "[/srv]",
            "x: /home",
        ] {
            let expected = text != "/";
            assert_eq!(find_host_path(text).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn l80_what_only_looks_like_one_is_left_alone() {
        for text in [
            "root:game/home/nate",
            "root:repo",
            "mod:My Mod/common/x.txt",
            "mod:A/Users/x",
            "https://example.org/home/x",
            "and/or",
            "1/2",
            "2026/11/16",
            "a / b",
            "n/a",
            "ROOT_REPO:/src",
            "mod:Name:/common",
            "mod:My Mod:/common",
            "</b>",
            "text/plain",
            "S/I/D/E",
            r"a\b",
            r"\d+",
            r"\n",
            "// comment",
            "km/h",
            "common/traits/00_traits.txt",
            "10 %",
            "24/7",
            "TCP/IP",
            "he/she",
            "w/o",
            "ftp://x/y",
        ] {
            assert_eq!(find_host_path(text), None, "{text}");
        }
    }
}
