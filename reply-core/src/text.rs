//! Text that an agent may see: checked when it is made (L49).

use std::backtrace::Backtrace;
use std::borrow::Cow;
use std::fmt;

use crate::leak::{HostPath, find_host_path};

/// Text that was searched for host paths when it was made.
///
/// Making one never fails. Text that held a host path shows nothing of it, remembers where it was made, and turns the
/// reply that carries it into the registry's leak code (L80).
///
/// ```
/// use reply_core::Text;
/// assert_eq!(Text::from("and/or").to_string(), "and/or");
/// assert_eq!(Text::from("/home/nate").to_string(), "(withheld)");
/// ```
#[derive(Clone)]
pub struct Text {
    content: Result<Cow<'static, str>, std::sync::Arc<LeakSite>>,
}

/// Where text with a host path was made.
#[derive(Debug)]
pub struct LeakSite {
    /// What was found; the path itself is not kept.
    pub found: HostPath,
    /// The stack at that moment.
    pub stack: Backtrace,
}

const WITHHELD: &str = "(withheld)";

impl Text {
    /// Checks a text and keeps it.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        let content = match find_host_path(&text) {
            None => Ok(text),
            Some(found) => Err(std::sync::Arc::new(LeakSite { found, stack: Backtrace::force_capture() })),
        };
        Self { content }
    }

    /// An agent's own input, repeated only if it is free of host paths (L49). Never a leak: what is withheld is replaced.
    ///
    /// ```
    /// use reply_core::Text;
    /// assert_eq!(Text::echo("root:gane").to_string(), "root:gane");
    /// assert_eq!(Text::echo(r"C:\Users\nate").to_string(), "(a path of the host)");
    /// ```
    pub fn echo(input: &str) -> Self {
        let content =
            if find_host_path(input).is_some() { "(a path of the host)".into() } else { input.to_owned().into() };
        Self { content: Ok(content) }
    }

    /// What may be shown.
    pub fn as_str(&self) -> &str {
        self.content.as_deref().unwrap_or(WITHHELD)
    }

    pub(crate) fn leak(&self) -> Option<&std::sync::Arc<LeakSite>> {
        self.content.as_ref().err()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text.to_owned())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}
