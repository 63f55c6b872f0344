//! The tool `ck3_file`: changes files; every change is governed, and what it replaces is kept for an undo.
//!
//! **Invariant:** it is transport-free and holds no right of its own. A change runs resolve → enforce → execute, and each step
//! takes the proof of the previous one (L61); the content that a change replaces is stored before the change is made.
//!
//! Start reading at `run` of [`FileTool`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use ck3_file::FileTool;
//! use ck3_session::Sessions;
//! use enforcement::Enforcement;
//! use reply_kit::{Toolset, Wrapper};
//!
//! fn tools(wrapper: Wrapper, sessions: Arc<Sessions>, enforcement: Arc<Enforcement>) -> Toolset {
//!     Toolset::new(wrapper).with(FileTool::new(sessions, enforcement))
//! }
//! ```
#![forbid(unsafe_code)]

mod arguments;
mod tool;

pub use arguments::{FileArguments, FileCommand, MAX_CONTENT, MAX_EDIT_TEXT};
pub use tool::FileTool;
