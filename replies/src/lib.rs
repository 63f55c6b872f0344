//! Every reply of ck3raven, as types: the one place where `registry.toml` becomes Rust.
//!
//! **Invariant:** this crate is one macro call. A reply is added by editing the registry, never here. The layers, and what
//! each may answer, are stated once more: the table of L04 does not change by an edit of the registry alone.
//!
//! Read `<layer>::<type>` for the types that are constructed, and the enums beside them for what is matched: what a layer may
//! not answer has neither.
//!
//! ```
//! use replies::en::Denied;
//! use replies::{Code, wa};
//!
//! assert_eq!(Denied::ContractRequired.as_str(), "EN-WRITE-D-003");
//! let code: Code = "WA-RES-I-001".parse()?;
//! assert_eq!(code, Code::from(wa::Invalid::PathNotFound));
//! # Ok::<(), reply_kit::ParseCodeError>(())
//! ```
#![forbid(unsafe_code)]

reply_kit::registry!("../../registry.toml", layers { WA: SIE, EN: SDE, CT: SIE, MCP: SIE });
