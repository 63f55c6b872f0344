//! Spellings of addresses in which a slash follows a colon or a mark, and which may be echoed (L33). The registry lists their words.
//!
//! They look like what an error message says: `book:My Life:/pages` is an address, `book:My Life failed:/data` is not. A name has
//! no end that prose would respect, so the text must show that it is an address: by standing for itself, or by going on with a
//! folder that the registry names. What begins like a directory of a disk is never taken for one of those.

use super::boundary::{is_word, starts_at_top, starts_with_one_of};
use super::steps;
use crate::codes::code_table::StaticForms;

/// The most bytes a name is looked for in.
const MAX_NAME: usize = 255;
/// The most bytes of a namespace, which the registry's rules bound.
const MAX_NAMESPACE: usize = 64;

/// Whether a root or a named address stands before this slash: `SHELF:` or `book:My Life:`.
pub(super) fn is_compatible(forms: &StaticForms, before_slash: &[u8], after: &[u8]) -> bool {
    let Some((b':', head)) = before_slash.split_last() else { return false };
    if starts_at_top(after) {
        return false;
    }
    let is_root = |root: &&str| head.strip_suffix(root.as_bytes()).is_some_and(|start| !ends_in_key(start));
    if forms.roots.iter().any(is_root) {
        return true;
    }
    let Some(found) = name_before(forms, head) else { return false };
    let is_known = goes_on_in_folder(forms, after);
    match found.name {
        [] => false,
        name if name.contains(&b':') => false,
        // `book:C:/pages` is an address, `book:C:/data` is as well a drive.
        [_] => is_known,
        // `book:My Life to E:/pages`.
        [.., b' ', _] => false,
        name if name.contains(&b' ') => is_known,
        _ => is_known || found.stands_for_itself,
    }
}

/// Whether what follows a slash is a folder that named addresses go on with, as a whole name.
pub(super) fn goes_on_in_folder(forms: &StaticForms, after: &[u8]) -> bool {
    starts_with_one_of(after, forms.folders)
}

/// Whether a mark before a slash ends the name in an address: `book:Why?/pages`.
pub(super) fn is_marked_name(forms: &StaticForms, head: &[u8], after: &[u8]) -> bool {
    goes_on_in_folder(forms, after) && name_before(forms, head).is_some()
}

/// Whether a word ends in the start of a named address: `book:Größe`.
pub(super) fn starts_named_address(forms: &StaticForms, word: &[u8]) -> bool {
    let Some((at, name)) = last_namespace(forms, word) else { return false };
    let is_word_start = !word[..at].last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    is_word_start && !name.is_empty() && !name.contains(&b':')
}

/// Where the last namespace with its colon begins, and what follows it.
fn last_namespace<'t>(forms: &StaticForms, text: &'t [u8]) -> Option<(usize, &'t [u8])> {
    let places = forms.named.iter().filter_map(|namespace| {
        let at = steps::last_of(text, namespace.as_bytes())?;
        Some((at, &text[at + namespace.len() + 1..]))
    });
    places.max_by_key(|(at, _)| *at)
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

struct FoundName<'t> {
    name: &'t [u8],
    /// Nothing but a quote or a bracket stands before it.
    stands_for_itself: bool,
}

/// The namespace whose name goes on to the end. A name has no slash, so that the search ends where the last one ended.
fn name_before<'t>(forms: &StaticForms, head: &'t [u8]) -> Option<FoundName<'t>> {
    let near = &head[head.len().saturating_sub(MAX_NAME + MAX_NAMESPACE + 1)..];
    let length = steps::trailing(near, is_in_name);
    let part = &near[near.len() - length..];
    let (at, name) = last_namespace(forms, part)?;
    let previous = head[..head.len() - length + at].last().copied();
    let is_word_start = previous.is_none_or(|byte| !is_word(byte));
    let stands_for_itself = previous.is_none_or(|byte| b"'\"`([{<>=,;|".contains(&byte) || byte.is_ascii_control());
    (is_word_start && name.len() <= MAX_NAME).then_some(FoundName { name, stands_for_itself })
}

fn ends_in_key(start: &[u8]) -> bool {
    start.last().is_some_and(|byte| is_word(*byte) || matches!(byte, b'-' | b'.' | b':' | b'/' | b'\\'))
}
