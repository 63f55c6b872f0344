//! The leak gate: finding host paths in text (L80).
//!
//! A host path is a drive letter path, a UNC path, a `file:` URL, a home path, or anything rooted at `/`, as it is or
//! escaped in any number of layers. Canonical addresses, web addresses, dates, fractions and "and/or" are not: in them
//! a slash follows a letter or a digit of the script in which the text goes on. Where both readings are possible the text is a host path: the cost of a mistake is
//! an error reply, not a leak. `leak/table.txt` is the table of what is caught and what is left alone.
//!
//! The text is scanned twice at most: as it stands, and as it reads with all escapes undone and all invisible characters
//! taken out. Both take time linear in its length, whatever the text (L100): `leak/steps.rs` says why.

mod backslash;
mod boundary;
#[cfg(test)]
mod separator_tests;
mod slash;
mod spelling;
#[cfg(test)]
mod step_tests;
mod steps;
#[cfg(test)]
mod tests;
mod unwrapped;

use reply_vocabulary::{AddressForms, GateLevel};

use crate::codes::code_table::{CodeTable, StaticForms};
use crate::codes::start::started;

/// What kind of host path was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// `file:///etc/passwd`, `sqlite:///var/x.db`: a URL without a host.
    FileUrl,
}

/// A host path in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPathMatch {
    /// What kind it is.
    pub kind: HostPathKind,
    /// Where it starts, in bytes; of an encoded one, where the encoding starts. The path itself is not repeated.
    pub at: usize,
}

/// Finds the first host path in a text, whatever the registry's gate looks for. What the registry lists as forms of addresses is
/// not one.
///
/// ```
/// use reply_core::find_host_path;
/// assert!(find_host_path(r"cannot open C:\Users\nate\mod").is_some());
/// assert!(find_host_path("cannot open %2Fhome%2Fnate").is_some());
/// assert!(find_host_path("root:game/home/nate").is_none());
/// assert!(find_host_path("read and/or write by 2026/11/16").is_none());
/// ```
pub fn find_host_path(text: &str) -> Option<HostPathMatch> {
    find_at(GateLevel::Strict, forms(), text)
}

/// Finds what the program's registry wants found (`leak_gate`); everything, before the program has started.
pub(crate) fn find_leak(text: &str) -> Option<HostPathMatch> {
    find_at(started().map_or(GateLevel::Strict, CodeTable::gate), forms(), text)
}

/// Finds the first host path that counts at a level.
fn find_at(level: GateLevel, forms: &StaticForms, text: &str) -> Option<HostPathMatch> {
    match level {
        GateLevel::Off => None,
        GateLevel::HomeAndDrives => find_which(forms, text, is_home_or_drive),
        _ => find_which(forms, text, |_, _| true),
    }
}

/// The address forms of the program's registry; none before the program has started, so that more is found then, not less.
fn forms() -> &'static StaticForms {
    started().map_or(&AddressForms::NONE, CodeTable::addresses)
}

/// Finds a host path in what is to be an address, whatever the registry looks for.
///
/// A name may end in a mark (`mod:Traits!`, `mod:My Mod (2)`, `mod:The "Best"`, `mod:Café`), and a slash behind it divides two
/// names. As free text that is taken for a path; in an address only where a directory of a system's disk follows.
pub(crate) fn find_in_address(text: &str) -> Option<HostPathMatch> {
    find_which(forms(), text, |bytes, found| {
        let divides_names = match boundary::before(bytes, found.at) {
            boundary::PathBoundary::Ending(_) | boundary::PathBoundary::Letter => true,
            boundary::PathBoundary::Mark(_) | boundary::PathBoundary::Unspaced => {
                !boundary::starts_at_top(&bytes[found.at + 1..])
            }
            boundary::PathBoundary::Open => {
                boundary::ends_a_name(&bytes[..found.at]) && !boundary::starts_at_top(&bytes[found.at + 1..])
            }
            boundary::PathBoundary::Joined => false,
        };
        !(found.kind == HostPathKind::Rooted && divides_names)
    })
}

/// The text with every escape decoded, if there is any; invalid UTF-8 is replaced.
pub(crate) fn undone(text: &str) -> Option<String> {
    unwrapped::unwrapped(text).map(|(bytes, _)| String::from_utf8_lossy(&bytes).into_owned())
}

/// Finds the first host path that counts, in the text as written and with its escapes decoded.
fn find_which(
    forms: &StaticForms,
    text: &str,
    counts: impl Fn(&[u8], &HostPathMatch) -> bool,
) -> Option<HostPathMatch> {
    scan(forms, text.as_bytes(), &counts).or_else(|| {
        let (unwrapped, first) = unwrapped::unwrapped(text)?;
        scan(forms, &unwrapped, &counts).map(|found| HostPathMatch { kind: found.kind, at: first })
    })
}

fn scan(forms: &StaticForms, bytes: &[u8], counts: impl Fn(&[u8], &HostPathMatch) -> bool) -> Option<HostPathMatch> {
    // Only behind a tilde can a name before a slash be a home (`~nate/`).
    let mut has_tilde = false;
    memchr::memchr3_iter(b'/', b'\\', b'~', bytes).find_map(|at| {
        steps::count(1);
        let found = match bytes[at] {
            b'/' if !has_tilde && slash::divides(bytes, at) => None,
            b'/' => slash::at_slash(forms, bytes, at),
            b'~' => {
                has_tilde = true;
                None
            }
            _ => backslash::at_backslash(bytes, at),
        };
        found.filter(|found| counts(bytes, found))
    })
}

/// What counts where text about routes must pass: drives, shares, homes, file URLs, and folders that contain homes.
fn is_home_or_drive(bytes: &[u8], found: &HostPathMatch) -> bool {
    // In the system's own letter case, and with something after it: `/users/7` is a route.
    const HOMES: [&[u8]; 3] = [b"home", b"Users", b"root"];
    match found.kind {
        HostPathKind::Drive | HostPathKind::Unc | HostPathKind::Home | HostPathKind::FileUrl => true,
        HostPathKind::Backslash | HostPathKind::Rooted => {
            let rest = &bytes[found.at..];
            let start = rest.iter().take(4).take_while(|byte| matches!(byte, b'/' | b'\\')).count();
            let is = |home: &&[u8]| {
                let head = rest.get(start..start + home.len());
                let next = rest.get(start + home.len());
                head == Some(*home) && next.is_some_and(|next| matches!(next, b'/' | b'\\'))
            };
            HOMES.iter().any(is)
        }
    }
}
