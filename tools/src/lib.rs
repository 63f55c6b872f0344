//! Every tool of ck3raven, side by side, and the one list that a server offers.
//!
//! **Invariant:** a tool is transport-free, holds no host path and no right of its own; typed arguments go in, one reply comes
//! out. To add one, write its file here and its line in `tools!`: listing, schemas, validation, dispatch and `docs/tools.md`
//! follow from the type.
//!
//! Start reading at the list below, then at a short tool: `explain.rs`.
//!
//! ```
//! use ck3_tools::{ToolParts, toolset};
//! use reply_kit::Wrapper;
//!
//! fn names(wrapper: Wrapper, parts: &ToolParts) -> Vec<&'static str> {
//!     toolset(wrapper, parts).descriptions().map(|tool| tool.name).collect()
//! }
//! ```
#![forbid(unsafe_code)]

mod check;
mod contract;
mod explain;
mod log;
mod mods;
mod parts;
mod read;

pub use explain::{find, nearest, unknown};
pub use parts::ToolParts;
use reply_kit::{Tool, Toolset, Wrapper};

/// Exports each tool, and adds it to the set in this order.
macro_rules! tools {
    ($parts:ident: $($tool:path = $make:expr;)*) => {
        $(pub use $tool;)*

        /// Every tool; only read-only ones if `parts` says so.
        pub fn toolset(wrapper: Wrapper, $parts: &ToolParts) -> Toolset {
            let tools = Toolset::new(wrapper);
            $(let tools = add(tools, $parts, || $make);)*
            tools
        }
    };
}

tools! { parts:
    ck3_session::SessionTool = SessionTool::new(parts.sessions.clone(), parts.modes.clone());
    ck3_dir::DirTool = DirTool::new(parts.sessions.clone(), parts.home);
    read::ReadTool = ReadTool::new(parts);
    ck3_search::SearchTool = SearchTool::new(parts.sessions.clone(), parts.index.clone(), parts.index_wait);
    check::CheckTool = CheckTool::new(parts);
    ck3_lens::LensTool = LensTool::new(parts.sessions.clone(), parts.index.clone(), parts.index_wait);
    log::LogTool = LogTool::new(parts);
    ck3_file::FileTool = FileTool::new(parts.sessions.clone(), parts.enforcement.clone());
    mods::ModTool = ModTool::new(parts);
    contract::ContractTool = ContractTool::new(parts);
    explain::ExplainTool = ExplainTool::new(parts);
}

/// A read-only server offers no tool that changes anything: refusing its calls would be a judgement outside enforcement (L60).
fn add<T: Tool + 'static>(tools: Toolset, parts: &ToolParts, make: impl FnOnce() -> T) -> Toolset {
    if parts.reads_only && !T::EFFECT.is_read_only { tools } else { tools.with(make()) }
}
