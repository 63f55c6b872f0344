//! `ck3_dir`, which has a crate of its own.

pub use ck3_dir::DirTool;

use crate::{FromParts, ToolParts};

impl FromParts for DirTool {
    fn from_parts(parts: &ToolParts) -> Self {
        Self::new(parts.sessions.clone(), parts.home)
    }
}
