//! Whether a code can be used (L09).

/// Whether a code can be used. The registry's reader holds owned text and parsed codes, the run time static text.
///
/// It says three things and stays at that, so it may be matched without a wildcard: what shows codes shows every status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status<T, C = T> {
    /// It can be constructed.
    Active,
    /// The architecture names it; nothing constructs it yet.
    Reserved {
        /// What it waits for.
        because: T,
    },
    /// A tombstone: nothing can construct it, and its number is never used again.
    Retired(Tombstone<T, C>),
}

/// Why a code is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tombstone<T, C = T> {
    /// The version that retired it.
    pub since: T,
    /// Why.
    pub because: T,
    /// The code to use now, if there is one.
    pub instead: Option<C>,
}

impl<T, C> Status<T, C> {
    /// The word for it, in lists and filters.
    ///
    /// ```
    /// use reply_vocabulary::Status;
    /// assert_eq!(Status::Reserved::<_, &str> { because: "there are no contracts yet" }.word(), "reserved");
    /// ```
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Reserved { .. } => "reserved",
            Self::Retired(_) => "retired",
        }
    }

    /// Whether it can be constructed.
    pub const fn is_active(&self) -> bool {
        matches!(self, Self::Active)
    }
}
