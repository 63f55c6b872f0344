//! The tool `ck3_dir`: an agent's home, and listings of directories.
//!
//! **Invariant:** it is transport-free, holds no host path and no right to change a file; typed arguments go in, one reply
//! comes out. `list` and `tree` are resolve → return if terminal → open through the adapter → S (L75).
//!
//! Start reading at `run` of [`DirTool`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use ck3_dir::DirTool;
//! use ck3_session::Sessions;
//! use reply_kit::{Toolset, Wrapper};
//! use world_adapter::RootKey;
//!
//! fn tools(wrapper: Wrapper, sessions: Arc<Sessions>) -> Toolset {
//!     Toolset::new(wrapper).with(DirTool::new(sessions, RootKey::Ck3ravenData))
//! }
//! ```
#![forbid(unsafe_code)]

mod arguments;
mod tool;

pub use arguments::{DirArguments, DirCommand, PageArguments};
pub use tool::{DirTool, HomeData};
