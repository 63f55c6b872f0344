//! The id of a call.

use uuid::Uuid;

use crate::data::word::uuid_text;

/// One per call; also in the journal and in the names of crash files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TraceId(Uuid);

impl TraceId {
    pub(crate) fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}

uuid_text!(TraceId);
