//! The words as serde writes them: as a reply and the registry show them.

use serde::{Serialize, Serializer};

use crate::{Action, GateLevel, ParamType, ReplyType, Scalar};

macro_rules! as_text {
    ($($ty:ty => |$value:ident| $text:expr),+ $(,)?) => {$(
        impl Serialize for $ty {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.collect_str($text)
            }
        }
    )+};
}
as_text!(
    Action => |action| action.as_str(),
    GateLevel => |level| level,
    ParamType => |ty| ty,
    ReplyType => |reply_type| reply_type,
    Scalar => |scalar| scalar.as_str(),
);
