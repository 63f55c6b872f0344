//! `ck3_search`, which has a crate of its own.

pub use ck3_search::SearchTool;

use crate::{FromParts, ToolParts};

impl FromParts for SearchTool {
    fn from_parts(parts: &ToolParts) -> Self {
        Self::new(parts.sessions.clone(), parts.index.clone(), parts.index_wait)
    }
}
