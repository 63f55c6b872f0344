//! Every reply of ck3raven, as types: the one place where `registry.toml` becomes Rust.
//!
//! **Invariant:** this crate is one macro call. A reply is added by editing the registry, never here.
//!
//! Read `<layer>::<type>`: what a layer may not answer has no module.
#![forbid(unsafe_code)]

reply_macros::registry!("../../registry.toml");
