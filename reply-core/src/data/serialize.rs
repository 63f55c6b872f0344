//! Serde implementations of reply types: as the text that a reply shows, so that no tool converts them by hand.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::call::trace::TraceId;
use crate::codes::code_ref::CodeRef;
use crate::data::address::Address;
use crate::data::route::{Route, WebAddress};
use crate::data::text::Text;
use crate::data::word::{ArgumentProblem, Id, Word};
use crate::envelope::envelope_value::Envelope;

macro_rules! as_text {
    ($($ty:ty),+) => {$(
        impl Serialize for $ty {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}
as_text!(Address, CodeRef, Id, Route, Text, TraceId, WebAddress, Word);

impl Serialize for ArgumentProblem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut problem = serializer.serialize_struct("ArgumentProblem", 3)?;
        problem.serialize_field("field", &self.field)?;
        problem.serialize_field("problem", &self.problem)?;
        problem.serialize_field("expected", &self.expected)?;
        problem.end()
    }
}

impl Serialize for Envelope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_value().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_type_is_written_as_it_is_shown() {
        let address: Address = "root:game/common".parse().unwrap();
        assert_eq!(serde_json::to_value(&address).unwrap(), "root:game/common");
        assert_eq!(serde_json::to_value(Text::from("/home/nate")).unwrap(), "(withheld)");
        let id = Id::fresh();
        assert_eq!(serde_json::to_value(id).unwrap(), id.to_string());
        assert_eq!(serde_json::to_value(reply_vocabulary::ReplyType::I).unwrap(), "I");
        let problem = ArgumentProblem { field: "sides".into(), problem: "is 1".into(), expected: "2 to 100".into() };
        let expected = serde_json::json!({ "field": "sides", "problem": "is 1", "expected": "2 to 100" });
        assert_eq!(serde_json::to_value(&problem).unwrap(), expected);
    }
}
