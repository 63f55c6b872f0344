//! Parse and validate a registry of reply codes.
//!
//! A registry is a TOML file that lists every answer a program may give, as `LAYER-AREA-TYPE-NNN`. This crate reads it
//! into a [`Registry`] that keeps every rule, or returns everything that is wrong with it at once, each [`Finding`] with
//! its line, its [`Rule`] and what to write instead. The macro of `reply-macros` and the command line of `reply-cli` both
//! stand on it, so they always say the same thing.
//!
//! **Invariant:** nothing here knows of a compiler or of a particular registry; it reads text and returns values.
//!
//! Start reading at [`load`]. The steps are `parse` (TOML to a draft), `rules` (one function a rule), `assemble` (draft
//! to model) and [`RegistryLock`] (what was published may not change).
//!
//! ```
//! use reply_registry::{Rule, Source};
//! let text = "[layers]\nWA = { owner = \"us\", types = [\"S\"] }\n[[reply]]\ncode = \"WA-RES-D-001\"\n";
//! let source = Source::new("registry.toml", text);
//! let loaded = reply_registry::check(&source, None);
//! assert!(loaded.findings().iter().any(|finding| finding.rule == Rule::LayerMayAnswer));
//! ```
#![forbid(unsafe_code)]

mod assemble;
mod code;
mod draft;
mod finding;
mod load;
mod lock;
mod model;
mod nearest;
mod parse;
mod pins;
mod plain;
mod role;
mod rule;
mod rules;
mod source;

pub use code::{Code, CodeError, CodeErrorKind};
pub use finding::{Finding, Location};
pub use load::{Loaded, check, load, lock_path};
pub use lock::{LockLine, LockStatus, RegistryLock, breaking_changes};
pub use model::{
    Area, Registry, RegistryEntry, RegistryLayer, RegistryParam, Revision, Status, Tombstone, enum_name, type_name,
};
pub use nearest::{nearest, nearest_few};
pub use pins::Pins;
pub(crate) use reply_vocabulary::is_snake_case;
pub use reply_vocabulary::{
    Action, AddressForms, GateLevel, ParamType, ReplyType, Scalar, Segment, Template, TemplateError,
};
pub use role::Role;
pub use rule::Rule;
pub use rules::is_keyword;
pub use source::{Position, Source};
