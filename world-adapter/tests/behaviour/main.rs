//! What the world adapter does, seen from outside: one module per capability, on real directories.
#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod attributes;
mod bulk;
mod change;
mod corpus;
mod disk;
mod folders;
mod fuzz;
mod list_and_tree;
mod properties;
mod race;
mod read;
mod references;
mod resolve;
mod roots;
mod sessions;
mod suggestions;
mod support;
