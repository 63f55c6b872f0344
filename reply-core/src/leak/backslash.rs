//! Paths with backslashes: drives, shares, devices, homes, and those rooted at the current drive.

use super::boundary::{ends_in_whitespace_escape, is_boundary, is_word, starts_at_top};
use super::slash::drive_before;
use super::{HostPathKind, HostPathMatch, steps};

pub(super) fn at_backslash(bytes: &[u8], at: usize) -> Option<HostPathMatch> {
    if let Some(letter) = drive_before(bytes, at) {
        return Some(HostPathMatch { kind: HostPathKind::Drive, at: letter });
    }
    let head = &bytes[..at];
    if head.strip_suffix(b"~").is_some_and(|head| is_boundary(head) || ends_in_whitespace_escape(head)) {
        return Some(HostPathMatch { kind: HostPathKind::Home, at: at - 1 });
    }
    if !is_boundary(head) {
        return None;
    }
    let run = steps::leading(&bytes[at..], |byte| byte == b'\\');
    let after = &bytes[at + run..];
    if is_share(run, after) {
        return Some(HostPathMatch { kind: HostPathKind::Unc, at });
    }
    is_rooted(run, after).then_some(HostPathMatch { kind: HostPathKind::Backslash, at })
}

/// `\\server\share`, `\\?\C:\`, and the same with every backslash doubled: what parts the names is half of what leads.
/// Escaped regular expressions (`\\bword\\b`) double both.
fn is_share(run: usize, after: &[u8]) -> bool {
    if run < 2 || !run.is_multiple_of(2) {
        return false;
    }
    let name = match after.first() {
        Some(b'?' | b'.') => 1,
        _ => name_length(after),
    };
    let parting = steps::leading(&after[name..], |byte| byte == b'\\');
    let is_parted = parting == run / 2 || after.get(name) == Some(&b'/');
    let next = after.get(name + parting.max(1));
    name > 0 && is_parted && next.is_some_and(|byte| is_word(*byte) || matches!(byte, b'?' | b'.'))
}

/// `\Users\nate`: a directory that stands at the top of disks, or a name like one. `\nLine\n` and `\w+\s` are escapes.
fn is_rooted(run: usize, after: &[u8]) -> bool {
    let name = name_length(after);
    let parting = steps::leading(&after[name..], |byte| byte == b'\\');
    let goes_on = parting == run && after.get(name + parting).is_some_and(|byte| is_word(*byte));
    let looks_like_one = name >= 3 && after[0].is_ascii_uppercase() && after[1].is_ascii_lowercase();
    goes_on && (starts_at_top(after) || looks_like_one)
}

fn name_length(after: &[u8]) -> usize {
    steps::leading(after, |byte| is_word(byte) || b".-$() ".contains(&byte))
}
