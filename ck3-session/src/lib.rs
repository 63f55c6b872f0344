//! The tool `ck3_session`: the mode, the visible roots, the mods. Also [`Sessions`], through which every tool finds the session
//! of a call.
//!
//! **Invariant:** state that spans calls has an explicit handle (L52); a call without one means the process's default session,
//! only where one agent is connected. It holds no host path.
//!
//! Start reading at [`SessionTool`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use ck3_session::{SessionTool, Sessions};
//! use reply_kit::{Toolset, Wrapper};
//! use world_adapter::Mode;
//!
//! fn tools(wrapper: Wrapper, sessions: Arc<Sessions>) -> Toolset {
//!     Toolset::new(wrapper).with(SessionTool::new(sessions, vec![Mode::Ck3lens]))
//! }
//! ```
#![forbid(unsafe_code)]

mod data;
mod playsets;
mod session_map;
mod sessions;
mod tool;

pub use data::{LogsData, ModData, SessionData, UnusedData};
pub use playsets::{MAX_LISTED_PLAYSETS, PlaysetData, Playsets};
pub use session_map::SessionMap;
pub use sessions::{MAX_SESSION_LENGTH, SessionCodes, Sessions};
pub use tool::{SessionArguments, SessionTool};
