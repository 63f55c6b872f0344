//! `cargo reply` as people and CI see it: every command, end to end, on projects made for the occasion.
#![expect(clippy::unwrap_used, reason = "a test whose project cannot be set up should stop there")]

mod check;
mod diff;
mod explain;
mod failures;
mod generated;
mod help;
mod hook;
mod init;
mod list;
mod lock;
mod new;
mod new_property;
mod project;
mod retire;
mod revise;
