//! `ck3_session`, which has a crate of its own: every tool finds its session through it.

pub use ck3_session::SessionTool;

use crate::{FromParts, ToolParts};

impl FromParts for SessionTool {
    fn from_parts(parts: &ToolParts) -> Self {
        Self::new(parts.sessions.clone(), parts.modes.clone())
    }
}
