//! The id of a call.

use std::fmt;

use uuid::Uuid;

use crate::data::word::ParseIdError;

/// One per call; also in the journal and in the names of crash files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TraceId(Uuid);

impl TraceId {
    pub(crate) fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}

impl std::str::FromStr for TraceId {
    type Err = ParseIdError;

    /// Parses one that a person typed.
    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        Uuid::try_parse(text).map(Self).map_err(|_| ParseIdError(()))
    }
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
