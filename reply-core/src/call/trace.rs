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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::word::ParseIdError;

    #[test]
    fn l19_a_trace_id_is_found_again_by_what_is_shown_of_it() {
        let (one, other) = (TraceId::fresh(), TraceId::fresh());
        assert_eq!(one.to_string().parse(), Ok(one));
        assert_ne!(one.to_string(), other.to_string());
        assert_eq!("crash".parse::<TraceId>(), Err(ParseIdError(())));
    }
}
