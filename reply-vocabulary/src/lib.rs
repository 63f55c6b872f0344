//! The words that both sides of the reply macro share.
//!
//! What a reply means ([`ReplyType`]), what the agent does next ([`Action`]), what a parameter may be ([`ParamType`]) and how
//! a message is written ([`Template`]) are each defined once, here. The registry's reader and the run time use the same.
//!
//! **Invariant:** no dependency, no registry, no layer: a layer is a registry's to declare.
//!
//! ```
//! use reply_vocabulary::{Action, ReplyType};
//! assert_eq!(ReplyType::I.status(), "invalid");
//! assert_eq!(ReplyType::I.action(), Action::CorrectAndRetry);
//! ```
#![forbid(unsafe_code)]

mod gate;
mod param;
mod reply_type;
mod template;

pub use gate::GateLevel;
pub use param::{ParamType, Scalar};
pub use reply_type::{Action, ReplyType};
pub use template::{Segment, Template, TemplateError, is_snake_case};
