//! Replies for MCP servers: registered codes, a linear builder, one envelope, and no host paths.
//!
//! A tool answers with exactly one [`Reply`], made by the [`ReplyBuilder`] of its call with the [`Voice`] of the layer that
//! decided. A terminal answer is the `Err` side of a step, so `?` returns it at once. The [`Wrapper`] around the call makes
//! the [`Envelope`] and turns whatever escapes into an error code of the registry.
//!
//! **Invariant:** this crate knows no particular registry, no transport and no tool. Codes come from a registry that
//! `reply-macros` turned into types; text leaves only through a [`DataWriter`], which takes agent-safe values alone.
//!
//! Start reading at [`Wrapper::call`], then [`ReplyBuilder`]; what a layer may answer is a registry's to say.
#![forbid(unsafe_code)]

mod address;
mod answer;
mod arguments;
mod builder;
mod call;
mod context;
mod crash;
mod data;
mod declares;
mod envelope;
mod fields;
mod layer;
mod leak;
mod registry;
mod render;
mod reply;
mod route;
mod schema;
#[cfg(feature = "serde")]
mod serialize;
mod start;
mod text;
mod tool;
mod toolset;
mod trace;
mod value;
mod visible;
mod voice;
mod word;
mod wrapper;
mod writer;

pub use address::{Address, MAX_ADDRESS, ParseAddressError};
pub use answer::{CodeType, DeniedBy, FailedBy, InvalidBy, SucceededBy};
pub use arguments::{
    Argument, ArgumentProblems, Arguments, FieldReader, FieldSpec, MAX_ARGUMENT_ITEMS, MAX_ARGUMENT_LENGTH, NoArguments,
};
pub use builder::ReplyBuilder;
pub use call::{Call, Outcome, Suspended, Watch};
pub use context::{CallContext, Decision, Elicit, Question, SessionSource};
pub use crash::CrashDir;
pub use data::{NoData, ReplyData, ReplyObject};
pub use declares::{AnyCode, DeclaredBy, DeclaredCodes, DeclaredSuccessBy, Declares, DeclaresSuccess};
pub use envelope::Envelope;
pub use layer::Layer;
pub use leak::{HostPath, HostPathKind, find_host_path};
pub use registry::{AreaEntry, CodeRef, Entry, LayerEntry, Param, ParseCodeError, Registry, Status};
pub use reply::{IntoTerminal, Reply, Terminal};
pub use reply_vocabulary::{Action, GateLevel, ParamType, ReplyType, Scalar};
pub use route::{ParseRouteError, Route, WebAddress};
pub use schema::Schemas;
pub use start::{Program, StartError};
pub use text::{LeakSite, MAX_ECHO, MAX_TEXT, Text};
pub use tool::{Effect, ReplyFuture, ReplyResult, Tool};
pub use toolset::{CallEvent, ToolDescription, Toolset, block_on};
pub use trace::TraceId;
pub use value::MAX_LISTED;
pub use visible::{is_invisible, visible};
pub use voice::Voice;
pub use word::{FieldName, Id, Problem, ReadsVerbatim, Verbatim, Word};
pub use wrapper::Wrapper;
pub use writer::{DataWriter, MAX_DATA, MAX_DEPTH, ObjectWriter};

/// For generated code.
#[doc(hidden)]
pub mod __private {
    pub use crate::answer::{Answer, Denied, Failure, Invalid, Success};
    pub use crate::arguments::{ArgumentVisitor, FieldReader, FieldSpec, read_word, words_schema};
    pub use crate::fields::{FieldVisitor, Fields, schema_of_fields, schema_of_words, write_fields};
    pub use crate::registry::{Piece, Roles};
    pub use crate::start::start;
    pub use crate::value::Value;
    pub use crate::voice::VoiceMint;
    #[cfg(feature = "serde")]
    pub use serde;
    pub use serde_json::{Map as JsonMap, Value as SchemaValue};
}
/// For the benchmark alone (`RUSTFLAGS="--cfg reply_bench"`): what no program can reach, because L24 forbids it.
#[cfg(reply_bench)]
#[doc(hidden)]
pub mod bench {
    /// Takes a reply apart into its values and renders its message.
    pub fn build_and_render<L: crate::Layer>(code: impl crate::InvalidBy<L>) -> String {
        let answer = code.answer();
        answer
            .code()
            .map(|code| crate::render::render(code, &answer.values, crate::value::Addresses::Shown))
            .unwrap_or_default()
    }
}
