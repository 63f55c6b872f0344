//! Paths with slashes: rooted ones, drives, homes, and URLs that name this machine.

use super::boundary::{
    PathBoundary, before, ends_in_whitespace_escape, first_of_two_names, goes_on_with, has_two_names, is_boundary,
    is_flag, is_word, starts_a_name, starts_at_top, starts_in_schema,
};
use super::{HostPathKind, HostPathMatch, spelling, steps};
use crate::codes::code_table::StaticForms;

/// Whether the slash separates two names, as nearly all do: decided by the two bytes before it, so that it costs next to
/// nothing.
#[inline]
pub(super) fn divides(bytes: &[u8], at: usize) -> bool {
    let is_joined = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'/');
    is_joined && (at < 2 || !matches!(bytes[at - 2], b'-' | b'\\'))
}

pub(super) fn at_slash(forms: &StaticForms, bytes: &[u8], at: usize) -> Option<HostPathMatch> {
    let found = |kind, at| Some(HostPathMatch { kind, at });
    let (head, rest) = bytes.split_at(at);
    if head.ends_with(b"/") {
        // The second slash of `//`: the first one decided.
        return None;
    }
    let after = &rest[steps::leading(rest, |byte| byte == b'/')..];
    if let Some(letter) = drive_before(bytes, at)
        && !spelling::is_compatible(forms, head, after)
    {
        return found(HostPathKind::Drive, letter);
    }
    match head.last() {
        Some(b':') => return after_colon(forms, head, rest, after),
        // A closing tag has one name.
        Some(b'<') => {
            let is_path = has_two_names(after)
                || starts_at_top(after) && after.get(name_length(after)).is_some_and(|byte| *byte == b'/');
            return if is_path { found(HostPathKind::Rooted, at) } else { None };
        }
        _ => {}
    }
    if let Some(tilde) = home_before(head) {
        return found(HostPathKind::Home, tilde);
    }
    is_rooted(forms, bytes, at, after).then_some(HostPathMatch { kind: HostPathKind::Rooted, at })
}

/// Schemes of addresses that name no file of this machine.
const SCHEMES: [&[u8]; 15] = [
    b"http",
    b"https",
    b"ftp",
    b"ftps",
    b"sftp",
    b"s3",
    b"gs",
    b"ws",
    b"wss",
    b"git",
    b"ssh",
    b"svn",
    b"mcp",
    b"vscode",
    b"insiders",
];

/// The longest scheme looked for.
const MAX_SCHEME: usize = 32;

/// `scheme://…`, `file:/…`, `ROOT_REPO:/…`, or something and then a path.
fn after_colon(forms: &StaticForms, head: &[u8], rest: &[u8], after: &[u8]) -> Option<HostPathMatch> {
    let name = word_before(&head[..head.len() - 1]);
    let start = head.len() - 1 - name.len();
    if name.eq_ignore_ascii_case(b"file") {
        return Some(HostPathMatch { kind: HostPathKind::FileUrl, at: start });
    }
    let is_name = after.first().is_some_and(|byte| starts_a_name(*byte));
    if rest.starts_with(b"//") && !name.is_empty() {
        // Without a host it is this machine; an editor's links to files have a host that says so.
        let is_local = rest.starts_with(b"///") && is_name;
        let is_editor = name.eq_ignore_ascii_case(b"vscode") && rest.starts_with(b"//file/");
        if is_local || is_editor {
            return Some(HostPathMatch { kind: HostPathKind::FileUrl, at: start });
        }
        let own = forms.schemes.iter().map(|scheme| scheme.as_bytes());
        if SCHEMES.into_iter().chain(own).any(|scheme| name.eq_ignore_ascii_case(scheme)) {
            return None;
        }
    }
    if spelling::is_compatible(forms, head, after) || head.ends_with(b"(?:") {
        return None;
    }
    is_name.then_some(HostPathMatch { kind: HostPathKind::Rooted, at: head.len() })
}

/// Whether a slash stands at the start of a path.
fn is_rooted(forms: &StaticForms, bytes: &[u8], at: usize, after: &[u8]) -> bool {
    let head = &bytes[..at];
    let slashes = bytes.len() - at - after.len();
    match before(bytes, at) {
        PathBoundary::Joined if ends_in_whitespace_escape(head) => starts_at_top(after) || has_two_names(after),
        PathBoundary::Joined => is_flag(head) && starts_at_top(after),
        PathBoundary::Unspaced if starts_at_top(after) => true,
        PathBoundary::Unspaced | PathBoundary::Letter => changes_script(after) && !goes_on(forms, head, None, after),
        PathBoundary::Ending(mark) => ends_before(mark, after) && !goes_on(forms, head, Some(mark), after),
        PathBoundary::Mark(mark) => {
            starts_at_top(after) || has_two_names(after) && !ends_a_name(forms, head, mark, after)
        }
        // `//server/share` is a path; `//todo` is a comment.
        PathBoundary::Open if slashes == 2 => {
            let name = name_length(after);
            let is_name = after.first().is_some_and(|byte| starts_a_name(*byte) || *byte == b'?');
            is_name && after.get(name) == Some(&b'/') && after.get(name + 1).is_some_and(|byte| starts_a_name(*byte))
        }
        PathBoundary::Open => after.first().is_some_and(|byte| starts_a_name(*byte)),
    }
}

/// `é/data/nate`: two names in another script than the letter before them. `он/она/оно` are words of one.
fn changes_script(after: &[u8]) -> bool {
    first_of_two_names(after).is_some_and(<[u8]>::is_ascii)
}

/// `done./data/nate`. In `Mr./Mrs./Ms.` and `pre-/mid-/post-` the next word ends like the one before it.
fn ends_before(mark: char, after: &[u8]) -> bool {
    let is_dot = matches!(mark, '.' | '…');
    let mut buffer = [0; 4];
    let mark = mark.encode_utf8(&mut buffer).as_bytes();
    is_dot && starts_at_top(after) || first_of_two_names(after).is_some_and(|name| !name.ends_with(mark))
}

/// Whether the mark before a slash belongs to a name that the slash divides from the next.
fn ends_a_name(forms: &StaticForms, head: &[u8], mark: char, after: &[u8]) -> bool {
    match mark {
        '#' if starts_in_schema(after) => true,
        '*' if spelling::goes_on_in_folder(forms, after) => true,
        _ => goes_on(forms, head, Some(mark), after) || spelling::is_marked_name(forms, head, after),
    }
}

/// `gfx/(old)/icons`: a slash before it in the same word says that this is the inside of a path, which was judged there; unless
/// the mark between them ends that path, as in `[see mod:A/b]/data/nate` and `cannot read mod:A/b./data/nate`.
fn goes_on(forms: &StaticForms, head: &[u8], mark: Option<char>, after: &[u8]) -> bool {
    let is_inside =
        |byte: u8| !byte.is_ascii_whitespace() && !b"/'\"`<>=,;|".contains(&byte) && !byte.is_ascii_control();
    let length = steps::trailing(head, is_inside);
    let (before, word) = head.split_at(head.len() - length);
    if before.ends_with(b"/") {
        return !mark.is_some_and(|mark| ends_a_path(word, mark));
    }
    match mark {
        // A name with spaces in it, or one that a person chose.
        None => {
            spelling::starts_named_address(forms, word)
                || spelling::goes_on_in_folder(forms, after)
                    && (spelling::is_inside(head) || spelling::is_marked_name(forms, head, after))
        }
        Some(_) => false,
    }
}

/// Whether a mark ends more than the name: a sentence, or a bracket that was opened before the name.
fn ends_a_path(word: &[u8], mark: char) -> bool {
    let opening = match mark {
        '.' | '!' | '?' | '…' | '！' | '？' | '．' | '｡' => return true,
        ')' => '(',
        ']' => '[',
        '}' => '{',
        '）' => '（',
        '］' => '［',
        '｝' => '｛',
        '」' => '「',
        '』' => '『',
        '】' => '【',
        '》' => '《',
        '〉' => '〈',
        _ => return false,
    };
    steps::count(word.len());
    let count = |wanted: char| String::from_utf8_lossy(word).matches(wanted).count();
    count(mark) > count(opening)
}

fn name_length(after: &[u8]) -> usize {
    steps::leading(after, |byte| is_word(byte) || b".-$@+~% ?".contains(&byte))
}

/// `~/` and `~nate/`.
fn home_before(head: &[u8]) -> Option<usize> {
    let name = steps::trailing(head, |byte| is_word(byte) || matches!(byte, b'.' | b'-'));
    let tilde = (head.len() - name).checked_sub(1)?;
    let is_user = name == 0 || head[tilde + 1].is_ascii_alphabetic();
    let stands_alone = is_boundary(&head[..tilde]) || ends_in_whitespace_escape(&head[..tilde]);
    (head[tilde] == b'~' && is_user && stands_alone).then_some(tilde)
}

/// The letter of a drive (`C:`) right before a slash or a backslash.
pub(super) fn drive_before(bytes: &[u8], at: usize) -> Option<usize> {
    let letter = at.checked_sub(2)?;
    let is_drive = bytes[letter + 1] == b':' && bytes[letter].is_ascii_alphabetic();
    let stands_alone = is_drive && !goes_on_with(&bytes[..letter], bytes[letter]);
    // `\d:\d\d` is a regular expression; `\??\D:\` is not.
    let is_class = b"dwsbDWSB".contains(&bytes[letter])
        && bytes[..letter].ends_with(b"\\")
        && !bytes[..letter].ends_with(b"?\\")
        && !bytes[..letter].ends_with(b".\\");
    (is_drive && stands_alone && !is_class).then_some(letter)
}

/// The scheme of a URL is ASCII; a typographic quote before it is not part of it.
fn word_before(head: &[u8]) -> &[u8] {
    let near = &head[head.len().saturating_sub(MAX_SCHEME)..];
    &near[near.len() - steps::trailing(near, |byte| byte.is_ascii_alphanumeric())..]
}
