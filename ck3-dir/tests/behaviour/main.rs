//! `ck3_dir` as an agent meets it, on real directories.
#![allow(clippy::unwrap_used, reason = "what a test relies on may fail loudly")]

mod commands;
mod paging;
mod world;
