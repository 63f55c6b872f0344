//! The rules for one name of a path, the same on every operating system: a mod must load on Windows.

use reply_kit::is_invisible;

use super::problem::AddressProblem;

/// The most bytes a name may have: the limit of common file systems.
pub(crate) const MAX_NAME: usize = 255;

/// Says what is wrong with a name, judging exactly the bytes that would be used: nothing is trimmed, decoded or folded.
pub(crate) fn check(name: &str) -> Result<(), AddressProblem> {
    check_characters(name)?;
    let problem = match name {
        ".." => AddressProblem::ParentSegment,
        _ if name.len() > MAX_NAME => AddressProblem::NameTooLong,
        _ if name.ends_with(['.', ' ']) => AddressProblem::TrailingDotOrSpace,
        _ if is_device(name) => AddressProblem::DeviceName,
        _ if is_short_name(name) => AddressProblem::ShortName,
        _ if is_temporary(name) => AddressProblem::TemporaryName,
        _ => return Ok(()),
    };
    Err(problem)
}

/// The name of an entry of a directory, if it has a canonical spelling, and so can be listed.
pub(crate) fn canonical(entry: &[u8]) -> Option<&str> {
    std::str::from_utf8(entry).ok().filter(|name| is_canonical(name))
}

/// Whether a name has a canonical spelling.
pub(crate) fn is_canonical(name: &str) -> bool {
    !matches!(name, "" | ".") && check(name).is_ok()
}

fn check_characters(name: &str) -> Result<(), AddressProblem> {
    // Nearly every name is made of harmless ASCII, which this one pass over bytes decides.
    if name.bytes().all(|byte| HARMLESS[usize::from(byte)]) {
        return Ok(());
    }
    name.chars().try_for_each(|character| match character {
        '\\' => Err(AddressProblem::Backslash),
        ':' => Err(AddressProblem::Stream),
        '<' | '>' | '"' | '|' | '?' | '*' => Err(AddressProblem::ReservedCharacter),
        _ if character.is_control() => Err(AddressProblem::ControlCharacter),
        _ if is_invisible(character) => Err(AddressProblem::InvisibleCharacter),
        _ => Ok(()),
    })
}

/// The bytes that need no second look.
const HARMLESS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0x20;
    while byte < 0x7f {
        table[byte as usize] = !matches!(byte, b'\\' | b':' | b'<' | b'>' | b'"' | b'|' | b'?' | b'*' | b'/');
        byte += 1;
    }
    table
};

/// CON, PRN, AUX, NUL, CONIN$, CONOUT$, COM and LPT with a digit (superscripts too), with or without an extension.
fn is_device(name: &str) -> bool {
    // Windows looks at what stands before the first dot and ignores spaces there.
    let stem = name.split('.').next().unwrap_or(name).trim_end_matches(' ');
    if !(3..=8).contains(&stem.len()) {
        return false;
    }
    let is = |device: &str| stem.eq_ignore_ascii_case(device);
    if ["con", "prn", "aux", "nul", "conin$", "conout$"].into_iter().any(is) {
        return true;
    }
    let Some((port, number)) = stem.split_at_checked(3) else { return false };
    let is_port = port.eq_ignore_ascii_case("com") || port.eq_ignore_ascii_case("lpt");
    is_port && matches!(number, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
}

/// The prefix and suffix of the program's own temporary files, which lie beside the file they will replace.
pub(crate) const TEMPORARY_PREFIX: &str = ".ck3raven-";
pub(crate) const TEMPORARY_SUFFIX: &str = ".tmp";

/// A name that only the program may use: a file with such a name would be mistaken for one left by a killed process.
fn is_temporary(name: &str) -> bool {
    let begins = name.get(..TEMPORARY_PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(TEMPORARY_PREFIX));
    let end = name.len().checked_sub(TEMPORARY_SUFFIX.len()).and_then(|at| name.get(at..));
    begins && end.is_some_and(|end| end.eq_ignore_ascii_case(TEMPORARY_SUFFIX))
}

/// `PROGRA~1` and `LONGNA~2.TXT`: a second spelling of another name, and a file has one identity (L54).
fn is_short_name(name: &str) -> bool {
    let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
    let Some((head, number)) = stem.rsplit_once('~') else { return false };
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && !head.is_empty() && stem.len() <= 8 && extension.len() <= 3 && !extension.contains('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_pass() {
        for name in [
            "a",
            "00_traits.txt",
            "My Mod (2)",
            ".git",
            "..a",
            "a..b",
            "~",
            "x~",
            "Ægir.txt",
            "comma",
            "com",
            "nul1",
            "%2e%2e",
            "．．",
            "a'b",
            "conference.txt",
            "com10",
        ] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn l36_names_that_mean_something_else_elsewhere_are_refused() {
        for (name, problem) in [
            ("..", AddressProblem::ParentSegment),
            ("...", AddressProblem::TrailingDotOrSpace),
            (".. ", AddressProblem::TrailingDotOrSpace),
            ("a.txt:x", AddressProblem::Stream),
            ("a\\b", AddressProblem::Backslash),
            ("a\0", AddressProblem::ControlCharacter),
            ("a\u{85}", AddressProblem::ControlCharacter),
            ("a\u{202e}txt", AddressProblem::InvisibleCharacter),
            ("a?", AddressProblem::ReservedCharacter),
            ("nul", AddressProblem::DeviceName),
            ("Con.txt", AddressProblem::DeviceName),
            ("com¹.log", AddressProblem::DeviceName),
            ("CONIN$", AddressProblem::DeviceName),
            ("aux .txt", AddressProblem::DeviceName),
            ("PROGRA~1", AddressProblem::ShortName),
            ("LONGNA~1.TXT", AddressProblem::ShortName),
            (".ck3raven-0d2f6a3c-7f0e-4a57-9c39-5d7a6b1c2e3f.tmp", AddressProblem::TemporaryName),
            (".CK3raven-notes.TMP", AddressProblem::TemporaryName),
            ("a\u{200d}b", AddressProblem::InvisibleCharacter),
            ("a\u{2800}", AddressProblem::InvisibleCharacter),
            ("a\u{3164}b", AddressProblem::InvisibleCharacter),
            ("a\u{fe0f}", AddressProblem::InvisibleCharacter),
        ] {
            assert_eq!(check(name), Err(problem), "{name}");
        }
        for half in [".ck3raven-notes.txt", "notes.tmp"] {
            assert_eq!(check(half), Ok(()), "{half} is nobody's temporary file");
        }
        assert_eq!(check(&"x".repeat(256)), Err(AddressProblem::NameTooLong));
        assert_eq!(check(&"x".repeat(255)), Ok(()));
    }
}
