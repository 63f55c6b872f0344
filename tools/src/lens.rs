//! `ck3_lens`, which has a crate of its own.

pub use ck3_lens::LensTool;

use crate::{FromParts, ToolParts};

impl FromParts for LensTool {
    fn from_parts(parts: &ToolParts) -> Self {
        Self::new(parts.sessions.clone(), parts.index.clone(), parts.index_wait)
    }
}
