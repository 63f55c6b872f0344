//! The tool `ck3_search`: text, keys, their uses, and files of the game and the session's mods, in load order.
//!
//! **Invariant:** it sees only what [`WorldAdapter::sources`](world_adapter::WorldAdapter::sources) shows of a session, and
//! keeps nothing between calls. Text is searched by reading it, and keys are queried through a lens that scans the disk first,
//! so an answer is never older than the disk (L92).
//!
//! Start reading at `run` of [`SearchTool`], then `text/mod.rs`.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use ck3_search::SearchTool;
//! use ck3_session::Sessions;
//! use index::{Index, IndexOptions};
//! use reply_kit::{Toolset, Wrapper};
//!
//! fn tools(wrapper: Wrapper, sessions: Arc<Sessions>) -> Toolset {
//!     let index = Index::new(IndexOptions::default());
//!     Toolset::new(wrapper).with(SearchTool::new(sessions, index, Duration::from_secs(10)))
//! }
//! ```
#![forbid(unsafe_code)]

mod arguments;
mod candidates;
mod cursor;
mod data;
mod files;
mod filter;
mod page;
mod pattern;
mod question;
mod references;
mod shadow;
mod symbols;
mod text;
mod tool;

pub use arguments::{SearchArguments, SearchCommand};
pub use data::{
    FileHits, FileMatch, FileMatches, FileReferences, LineHit, ReferenceHits, Searched, SymbolHit, SymbolHits, TextHits,
};
pub use tool::SearchTool;
