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

mod parts;

pub use parts::{FromParts, ToolParts};
use reply_kit::{Tool, Toolset, Wrapper};

/// Declares the module of each tool, and adds each tool to the set in this order.
macro_rules! tools {
    ($(mod $module:ident: $tool:ident;)*) => {
        $(
            mod $module;
            pub use $module::$tool;
        )*

        /// Every tool; only read-only ones if `parts` says so.
        pub fn toolset(wrapper: Wrapper, parts: &ToolParts) -> Toolset {
            let tools = Toolset::new(wrapper);
            $(let tools = add::<$tool>(tools, parts);)*
            tools
        }
    };
}

tools! {
    mod session: SessionTool;
    mod dir: DirTool;
    mod read: ReadTool;
    mod search: SearchTool;
    mod check: CheckTool;
    mod lens: LensTool;
    mod log: LogTool;
    mod file: FileTool;
    mod mods: ModTool;
    mod contract: ContractTool;
    mod explain: ExplainTool;
}

pub use explain::{find, nearest, unknown};

/// A read-only server offers no tool that changes anything: refusing its calls would be a judgement outside enforcement (L60).
fn add<T: Tool + FromParts + 'static>(tools: Toolset, parts: &ToolParts) -> Toolset {
    if parts.reads_only && !T::EFFECT.is_read_only { tools } else { tools.with(T::from_parts(parts)) }
}
