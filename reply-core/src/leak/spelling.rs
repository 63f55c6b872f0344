//! Spellings of addresses in which a slash follows a colon or a mark, and which may be echoed (L33).
//!
//! They look like what an error message says: `mod:My Mod:/common` is an address, `mod:My Mod failed:/data` is not. A name has
//! no end that prose would respect, so the text must speak for the address: by standing for itself, or by going on with a
//! directory that mods have. What begins like a directory of a disk is never taken for one of a mod.

use super::boundary::{is_word, starts_at_top, starts_in_mod};
use super::steps;

/// The most bytes a mod's name is looked for in.
const MAX_NAME: usize = 255;

/// The roots whose old names are understood.
const ROOTS: [&[u8]; 6] =
    [b"ROOT_REPO", b"ROOT_GAME", b"ROOT_STEAM", b"ROOT_USER_DOCS", b"ROOT_CK3RAVEN_DATA", b"ROOT_VSCODE"];

/// Whether `ROOT_REPO:` or `mod:Name:` stands before this slash.
pub(super) fn is_compatible(before_slash: &[u8], after: &[u8]) -> bool {
    let Some((b':', head)) = before_slash.split_last() else { return false };
    if starts_at_top(after) {
        return false;
    }
    if ROOTS.iter().any(|root| head.strip_suffix(*root).is_some_and(|start| !ends_in_key(start))) {
        return true;
    }
    let Some(found) = mod_before(head) else { return false };
    let is_known = starts_in_mod(after);
    match found.name {
        [] => false,
        name if name.contains(&b':') => false,
        // `mod:C:/common` is an address, `mod:C:/data` is as well a drive.
        [_] => is_known,
        // `mod:My Mod to E:/common`.
        [.., b' ', _] => false,
        name if name.contains(&b' ') => is_known,
        _ => is_known || found.stands_for_itself,
    }
}

/// Whether a mark before a slash ends the name of a mod: `mod:Traits!/common`.
pub(super) fn is_marked_name(head: &[u8], after: &[u8]) -> bool {
    starts_in_mod(after) && mod_before(head).is_some()
}

/// Whether a word ends in the start of an address of a mod: `mod:Größe`.
pub(super) fn is_mod_name(word: &[u8]) -> bool {
    let Some(at) = steps::last_of(word, *b"mod:") else { return false };
    let name = &word[at + 4..];
    let is_word_start = !word[..at].last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    is_word_start && !name.is_empty() && !name.contains(&b':')
}

/// Whether a slash stands before, with nothing in between that a name cannot have: `root:game/Mein Café`.
pub(super) fn is_inside(head: &[u8]) -> bool {
    let near = &head[head.len().saturating_sub(MAX_NAME + 1)..];
    let length = steps::trailing(near, is_in_name);
    near[..near.len() - length].ends_with(b"/")
}

fn is_in_name(byte: u8) -> bool {
    !b"/\\'\"`<>=;|".contains(&byte) && !byte.is_ascii_control()
}

struct FoundMod<'t> {
    name: &'t [u8],
    /// Nothing but a quote or a bracket stands before it.
    stands_for_itself: bool,
}

/// The `mod:` whose name goes on to the end. A name has no slash, so that the search ends where the last one ended.
fn mod_before(head: &[u8]) -> Option<FoundMod<'_>> {
    let near = &head[head.len().saturating_sub(MAX_NAME + 5)..];
    let length = steps::trailing(near, is_in_name);
    let part = &near[near.len() - length..];
    let at = steps::last_of(part, *b"mod:")?;
    let previous = head[..head.len() - length + at].last().copied();
    let name = &part[at + 4..];
    let is_word_start = previous.is_none_or(|byte| !is_word(byte));
    let stands_for_itself = previous.is_none_or(|byte| b"'\"`([{<>=,;|".contains(&byte) || byte.is_ascii_control());
    (is_word_start && name.len() <= MAX_NAME).then_some(FoundMod { name, stands_for_itself })
}

fn ends_in_key(start: &[u8]) -> bool {
    start.last().is_some_and(|byte| is_word(*byte) || matches!(byte, b'-' | b'.' | b':' | b'/' | b'\\'))
}
