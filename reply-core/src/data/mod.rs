//! Reply data: a closed set of agent-safe values, each with a maximum size, written by one writer.

pub(crate) mod address;
pub(crate) mod echo;
pub(crate) mod fields;
pub(crate) mod reply_data;
pub(crate) mod route;
#[cfg(feature = "serde")]
mod serialize;
pub(crate) mod text;
pub(crate) mod value;
pub(crate) mod visible;
pub(crate) mod word;
pub(crate) mod writer;

pub use address::{Address, MAX_ADDRESS, ParseAddressError};
pub use reply_data::{NoData, ReplyData, ReplyObject};
pub use route::{ParseRouteError, Route, WebAddress};
pub use text::{LeakSite, MAX_ECHO, MAX_TEXT, Text};
pub use value::MAX_LISTED;
pub use visible::{is_invisible, visible};
pub use word::{ArgumentProblem, FieldName, Id, ParseIdError, ReadsVerbatim, Verbatim, Word};
pub use writer::{DataWriter, MAX_DATA, MAX_DEPTH, ObjectWriter};
