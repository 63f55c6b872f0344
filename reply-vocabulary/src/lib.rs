//! The words that both sides of the reply macro share.
//!
//! What a reply means ([`ReplyType`]), what the agent does next ([`Action`]), what a parameter may be ([`ParamType`]), whether a
//! code can be used ([`Status`]) and how a message is written ([`Template`], and [`pieces`] where nothing is to be kept)
//! are each defined once, here. The registry's reader and the run time use the same.
//!
//! **Invariant:** no dependency (but for serde, with the feature of that name), no registry, no layer: a layer is a registry's to declare.
//!
//! ```
//! use reply_vocabulary::{Action, ReplyType};
//! assert_eq!(ReplyType::I.status(), "invalid");
//! assert_eq!(ReplyType::I.action(), Action::CorrectAndRetry);
//! ```
#![forbid(unsafe_code)]

mod addresses;
mod gate;
mod param;
mod reply_type;
#[cfg(feature = "serde")]
mod serialize;
mod status;
mod template;

pub use addresses::{AddressForms, DISK_FOLDERS};
pub use gate::GateLevel;
pub use param::{ParamType, Scalar};
pub use reply_type::{Action, ReplyType};
pub use status::{Status, Tombstone};
pub use template::{Piece, Pieces, Segment, Template, TemplateError, is_snake_case, pieces};
