//! Paging: every answer is bounded, and the rest can be requested (L76).

/// The most entries of one answer.
const MAX_ENTRIES: usize = 10_000;
/// The most bytes of addresses in one answer, so that it fits an agent's context.
pub(crate) const MAX_BYTES: usize = 512 * 1024;
/// The deepest tree of one answer.
const MAX_DEPTH: usize = 20;

/// A page of a sorted answer: at most `limit` entries, after a given one.
#[derive(Clone, Debug)]
pub struct Page {
    pub(crate) limit: usize,
    pub(crate) after: Option<String>,
    pub(crate) has_details: bool,
}

impl Page {
    /// The first entries, at most `limit`. The limit is clamped to 1 to 10,000.
    pub fn first(limit: usize) -> Self {
        Self { limit: limit.clamp(1, MAX_ENTRIES), after: None, has_details: false }
    }

    /// The entries after an address that an earlier answer ended with. It need not exist any more.
    #[must_use]
    pub fn after(mut self, address: impl Into<String>) -> Self {
        self.after = Some(address.into());
        self
    }

    /// With the size and time of each file.
    #[must_use]
    pub fn with_details(mut self) -> Self {
        self.has_details = true;
        self
    }
}

impl Default for Page {
    /// The first 200 entries, which fit a model's context.
    fn default() -> Self {
        Self::first(200)
    }
}

/// The depth of a tree: 1 to 20, 3 by default (L70).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth(pub(crate) usize);

impl Depth {
    /// This many levels, clamped to 1 to 20.
    pub fn levels(levels: usize) -> Self {
        Self(levels.clamp(1, MAX_DEPTH))
    }
}

impl Default for Depth {
    fn default() -> Self {
        Self(3)
    }
}
