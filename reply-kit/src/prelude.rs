//! What nearly every tool names: `use reply_kit::prelude::*;`.
//!
//! A program's own items go before what a glob brings, so a registry with a layer called `TOOL` does no harm.

pub use crate::{
    Address, Argument, Arguments, CallContext, CodeType, CrashDir, Effect, NoArguments, NoData, Program, ReplyBuilder,
    ReplyData, ReplyResult, Step, Terminal, Text, Tool, Toolset, Voice, code_set, codes,
};
