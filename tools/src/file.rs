//! `ck3_file`, which has a crate of its own.

pub use ck3_file::FileTool;

use crate::{FromParts, ToolParts};

impl FromParts for FileTool {
    fn from_parts(parts: &ToolParts) -> Self {
        Self::new(parts.sessions.clone(), parts.enforcement.clone())
    }
}
