//! A tool as a type: its definition, its arguments, and the set that a server offers.

pub(crate) mod arguments;
pub(crate) mod definition;
pub(crate) mod toolset;

pub use arguments::{
    Argument, ArgumentOutline, ArgumentProblems, Arguments, FieldReader, FieldSpec, Keep, MAX_ARGUMENT_ITEMS,
    MAX_ARGUMENT_LENGTH, NoArguments, Outline,
};
pub use definition::{Effect, ReplyFuture, ReplyResult, Tool};
pub use toolset::{CallEvent, ToolDescription, Toolset, block_on};
