//! The leak gate: finding host paths in text (L80).
//!
//! A host path is a drive letter path, a UNC path, a `file:` URL, a home path, or anything rooted at `/`, as it is or
//! percent-encoded or escaped for JSON. Canonical addresses, web addresses, dates, fractions and "and/or" are not: in them
//! a slash follows a letter or a digit. Where both readings are possible the text is a host path: the cost of a mistake is
//! an error reply, not a leak. `leak/table.txt` is the table of what is caught and what is left alone.

mod backslash;
mod boundary;
mod encoded;
mod slash;
#[cfg(test)]
mod tests;

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
    /// `file:///etc/passwd`, `sqlite:///var/x.db`: a URL without a host.
    FileUrl,
}

/// A host path in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPath {
    /// What kind it is.
    pub kind: HostPathKind,
    /// Where it starts, in bytes; of an encoded one, where the encoding starts. The path itself is not repeated.
    pub at: usize,
}

/// Finds the first host path in a text.
///
/// ```
/// use reply_core::find_host_path;
/// assert!(find_host_path(r"cannot open C:\Users\nate\mod").is_some());
/// assert!(find_host_path("cannot open %2Fhome%2Fnate").is_some());
/// assert!(find_host_path("root:game/home/nate").is_none());
/// assert!(find_host_path("read and/or write by 2026/11/16").is_none());
/// ```
pub fn find_host_path(text: &str) -> Option<HostPath> {
    let bytes = text.as_bytes();
    let mut encoded = None;
    // Only with a tilde in the text can a name before a slash be a home (`~nate/`).
    let has_tilde = memchr::memchr(b'~', bytes).is_some();
    for at in memchr::memchr3_iter(b'/', b'\\', b'%', bytes) {
        let found = match bytes[at] {
            b'/' if !has_tilde && slash::divides(bytes, at) => continue,
            b'/' => slash::at_slash(text, at),
            b'\\' => backslash::at_backslash(bytes, at),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        if encoded.is_none() && bytes[at] != b'/' && encoded::starts_at(bytes, at) {
            encoded = Some(at);
        }
    }
    encoded.and_then(|at| encoded::find(text, at))
}
