//! Paths with slashes: rooted ones, drives, homes, and URLs that name this machine.

use std::ops::Range;

use super::boundary::{Before, before, ends_in_word, is_boundary, is_word, starts_a_name, starts_at_top};
use super::{HostPath, HostPathKind};

/// Whether the slash divides two names, as nearly all do: told by the two bytes before it, so that they cost next to nothing.
#[inline]
pub(super) fn divides(bytes: &[u8], at: usize) -> bool {
    let is_joined = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'/');
    is_joined && (at < 2 || !matches!(bytes[at - 2], b'-' | b'\\'))
}

pub(super) fn at_slash(text: &str, at: usize) -> Option<HostPath> {
    let bytes = text.as_bytes();
    let found = |kind, at| Some(HostPath { kind, at });
    let (head, rest) = (&bytes[..at], &bytes[at..]);
    if let Some(letter) = drive_before(bytes, at)
        && !is_compatible_spelling(head, rest)
    {
        return found(HostPathKind::Drive, letter);
    }
    match head.last() {
        Some(b':') => return after_colon(bytes, at),
        // The second slash of `//`: the first one decided.
        Some(b'/') => return None,
        Some(b'<') => {
            // A closing tag has one name.
            let is_path = starts_at_top(&rest[1..]) && name_length(&rest[1..]) < rest.len() - 1;
            let goes_on = rest.get(1 + name_length(&rest[1..])) == Some(&b'/');
            return if is_path && goes_on { found(HostPathKind::Rooted, at) } else { None };
        }
        _ => {}
    }
    if let Some(tilde) = home_before(head) {
        return found(HostPathKind::Home, tilde);
    }
    is_rooted(text, at).then_some(HostPath { kind: HostPathKind::Rooted, at })
}

/// `scheme://…`, `file:/…`, `ROOT_REPO:/…`, or something and then a path.
fn after_colon(bytes: &[u8], at: usize) -> Option<HostPath> {
    let (head, rest) = (&bytes[..at], &bytes[at..]);
    let scheme = word_before(bytes, at - 1);
    let name = &bytes[scheme.clone()];
    let found = |kind| Some(HostPath { kind, at: scheme.start });
    if name.eq_ignore_ascii_case(b"file") {
        return found(HostPathKind::FileUrl);
    }
    if rest.starts_with(b"//") && !name.is_empty() {
        // Without a host it is this machine; an editor's links to files have a host that says so.
        let after = rest.iter().copied().find(|byte| *byte != b'/');
        let is_local = rest.starts_with(b"///") && after.is_some_and(starts_a_name);
        let is_editor = name.eq_ignore_ascii_case(b"vscode") && rest.starts_with(b"//file/");
        return if is_local || is_editor { found(HostPathKind::FileUrl) } else { None };
    }
    if is_compatible_spelling(head, rest) || head.ends_with(b"(?:") {
        return None;
    }
    let name = rest.iter().copied().find(|byte| *byte != b'/');
    name.filter(|byte| starts_a_name(*byte)).map(|_| HostPath { kind: HostPathKind::Rooted, at })
}

/// Whether a slash stands at the start of a path.
fn is_rooted(text: &str, at: usize) -> bool {
    let rest = &text.as_bytes()[at..];
    let slashes = rest.iter().take_while(|byte| **byte == b'/').count();
    let after = &rest[slashes..];
    match before(text, at) {
        Before::Joined => is_flag(&text.as_bytes()[..at]) && starts_at_top(after),
        Before::Mark => starts_at_top(after),
        // `//server/share` is a path; `//todo` is a comment.
        Before::Open if slashes == 2 => {
            let name = name_length(after);
            let is_name = after.first().is_some_and(|byte| starts_a_name(*byte) || *byte == b'?');
            is_name && after.get(name) == Some(&b'/') && after.get(name + 1).is_some_and(|byte| starts_a_name(*byte))
        }
        Before::Open => after.first().is_some_and(|byte| starts_a_name(*byte)),
    }
}

/// `-I/usr/include`, `\n/var/log`: one letter behind a dash, or one that stands for a blank.
fn is_flag(head: &[u8]) -> bool {
    match head {
        [start @ .., b'-', letter] => letter.is_ascii_alphabetic() && is_boundary(start),
        [.., b'\\', letter] => matches!(letter, b'n' | b't' | b'r' | b'0'),
        _ => false,
    }
}

fn name_length(after: &[u8]) -> usize {
    after.iter().take_while(|byte| is_word(**byte) || b".-$@+~% ?".contains(byte)).count()
}

/// `~/` and `~nate/`.
fn home_before(head: &[u8]) -> Option<usize> {
    let name = head.iter().rev().take_while(|byte| is_word(**byte) || matches!(byte, b'.' | b'-')).count();
    let tilde = (head.len() - name).checked_sub(1)?;
    let is_user = name == 0 || head[tilde + 1].is_ascii_alphabetic();
    let stands_alone = is_boundary(&head[..tilde]);
    (head[tilde] == b'~' && is_user && stands_alone).then_some(tilde)
}

/// The letter of a drive (`C:`) right before a slash or a backslash.
pub(super) fn drive_before(bytes: &[u8], at: usize) -> Option<usize> {
    let letter = at.checked_sub(2)?;
    let is_drive = bytes[letter + 1] == b':' && bytes[letter].is_ascii_alphabetic();
    let stands_alone = !ends_in_word(&bytes[..letter]);
    // `\d:\d\d` is a regular expression; `\??\D:\` is not.
    let is_class = b"dwsbDWSB".contains(&bytes[letter])
        && bytes[..letter].ends_with(b"\\")
        && !bytes[..letter].ends_with(b"?\\")
        && !bytes[..letter].ends_with(b".\\");
    (is_drive && stands_alone && !is_class).then_some(letter)
}

/// `ROOT_REPO:` and `mod:Name:` are spellings of addresses that are understood, and may be echoed. A name has no end that
/// prose would respect, so what begins like a disk's directory is not taken for a mod's.
fn is_compatible_spelling(before_slash: &[u8], rest: &[u8]) -> bool {
    let Some((b':', name)) = before_slash.split_last() else { return false };
    let is_end = |byte: &u8| b"'\"`([{<>=,;|".contains(byte) || byte.is_ascii_control();
    let start = name.iter().rposition(is_end).map_or(0, |found| found + 1);
    let name = &name[start..];
    let key = name.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
    let is_root = key.strip_prefix(b"ROOT_").is_some_and(|key| {
        !key.is_empty() && key.iter().all(|byte| byte.is_ascii_uppercase() || matches!(byte, b'_' | b'0'..=b'9'))
    });
    let is_mod = has_mod(name) && !starts_at_top(&rest[1..]);
    is_root || is_mod
}

/// `mod:` at the start of a word.
fn has_mod(name: &[u8]) -> bool {
    let mut places = name.windows(4).enumerate().filter(|(_, four)| *four == b"mod:");
    places.any(|(at, _)| at == 0 || !is_word(name[at - 1]))
}

/// The scheme of a URL is ASCII; a typographic quote before it is no part of it.
fn word_before(bytes: &[u8], end: usize) -> Range<usize> {
    let start = bytes[..end].iter().rposition(|byte| !byte.is_ascii_alphanumeric()).map_or(0, |found| found + 1);
    start..end
}
