//! Replies for MCP servers: registered codes, a linear builder, one envelope, and no host paths. Use it through `reply-kit`, which
//! adds the macros and has a complete program on its front page.
//!
//! A tool answers with exactly one [`Reply`], made by the [`ReplyBuilder`] of its call with the [`Voice`] of the layer that
//! decided. A terminal answer is the `Err` side of a step, so `?` returns it at once. The [`Wrapper`] around the call makes
//! the [`Envelope`] and turns whatever escapes into an error code of the registry.
//!
//! **Invariant:** this crate knows no particular registry, no transport and no tool. Codes come from a registry that
//! `reply-macros` turned into types; text leaves only through a [`DataWriter`], which takes agent-safe values alone.
//!
//! Start reading at [`Toolset::run`], then [`ReplyBuilder`]; what a layer may answer is a registry's to say.
//!
//! ```
//! use reply_core::{Address, Text};
//!
//! // Text is scanned when it is created, and an address cannot be a host path.
//! assert_eq!(Text::from("read and/or write").to_string(), "read and/or write");
//! assert_eq!(Text::from("/home/nate/mod").to_string(), "(withheld)");
//! assert!("C:/games".parse::<Address>().is_err());
//! ```
#![forbid(unsafe_code)]

mod call;
mod codes;
mod data;
mod envelope;
mod leak;
mod tool;

pub use call::{
    Call, CallContext, Cancellation, ClientDecision, ClientName, CrashDir, Elicit, Outcome, Progress, ProgressStep,
    Question, Reply, ReplyBuilder, SessionSource, Suspended, Terminal, TraceId, UseRbRequire, Watch, Wrapper,
};
pub use codes::{
    AnyCode, AreaEntry, CodeEntry, CodeRef, CodeTable, CodeType, DeclaredBy, DeclaredCodes, DeclaredSuccessBy,
    Declares, DeclaresSuccess, DeniedBy, FailedBy, InvalidBy, Layer, LayerEntry, Param, ParseCodeError, Program,
    SharedVoice, StartError, Status, SucceededBy, Voice,
};
pub use data::{
    Address, ArgumentProblem, DataWriter, FieldName, Id, LeakSite, MAX_ADDRESS, MAX_DATA, MAX_DEPTH, MAX_ECHO,
    MAX_LISTED, MAX_TEXT, NoData, ObjectWriter, ParseAddressError, ParseIdError, ParseRouteError, ReadsVerbatim,
    ReplyData, ReplyObject, Route, Text, Verbatim, WebAddress, Word, is_invisible, visible,
};
pub use envelope::{Envelope, Schemas};
pub use leak::{HostPathKind, HostPathMatch, find_host_path};
pub use reply_vocabulary::{Action, AddressForms, GateLevel, ParamType, ReplyType, Scalar, Tombstone};
pub use tool::{
    Argument, ArgumentOutline, ArgumentProblems, Arguments, CallEvent, Effect, FieldReader, FieldSpec, Keep,
    MAX_ARGUMENT_ITEMS, MAX_ARGUMENT_LENGTH, NoArguments, Outline, ReplyFuture, ReplyResult, Tool, ToolDescription,
    Toolset, block_on,
};

/// For generated code.
#[doc(hidden)]
pub mod __private {
    pub use crate::codes::answer::{
        Answer, AnsweredBy, Denied, EndsAsDenied, EndsAsError, EndsAsInvalid, EndsAsSuccess, Failure, Invalid,
        NoVariant, Success, Variant,
    };
    pub use crate::codes::code_enum::CodeEnum;
    pub use crate::codes::code_table::{Roles, Row};
    pub use crate::codes::declares::{StatedInCodes, TerminalCodes, terminal};
    pub use crate::codes::layer::LayerProof;
    pub use crate::codes::start::start;
    pub use crate::codes::voice::VoiceMint;
    pub use crate::data::fields::{FieldVisitor, Fields, schema_of_fields, schema_of_words, write_fields};
    /// The values of a code's parameters, by short names: a registry has thousands of them to compile.
    pub mod value {
        pub use crate::data::value::ParamValue::*;
        pub use crate::data::value::{ParamValues, list, many, one, problem, three, two};
    }
    pub use crate::tool::arguments::{
        ArgumentVisitor, FieldReader, FieldSpec, Keep, Outline, outline_object, outline_word, read_word, words_schema,
    };
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
            .map(|code| crate::envelope::render::render(code, &answer.values, crate::data::value::ShownValues::All))
            .unwrap_or_default()
    }
}
