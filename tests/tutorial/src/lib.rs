//! Reads `docs/tutorial.md`, and does what a reader would: writes its files, builds them, talks to the server.
//!
//! Start reading at [`page::blocks`]; what a block is for stands in the words after its language.
#![allow(clippy::missing_panics_doc, clippy::unwrap_used, reason = "a test fails by panicking")]

pub mod client;
pub mod page;
pub mod project;
