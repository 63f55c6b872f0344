//! Replies for MCP servers: registered codes, a linear builder, one envelope, and no host paths.
//!
//! A tool answers with exactly one [`Reply`], made by the [`ReplyBuilder`] of its call with the [`Voice`] of the layer that
//! decided. A terminal answer is the `Err` side of a step, so `?` returns it at once. The [`Wrapper`] around the call makes
//! the [`Envelope`] and turns whatever escapes into an error code of the registry.
//!
//! **Invariant:** this crate knows no particular registry, no transport and no tool. Codes come from a registry that
//! `reply-macros` turned into types; text leaves only through a [`DataWriter`], which takes agent-safe values alone.
//!
//! Start reading at [`Wrapper::call`], then [`ReplyBuilder`]; the legality of layers is a list of `impl`s in `layer.rs`.
#![forbid(unsafe_code)]

mod address;
mod answer;
mod builder;
mod call;
mod crash;
mod data;
mod entry;
mod envelope;
mod fields;
mod layer;
mod leak;
mod lookup;
mod registry;
mod render;
mod reply;
mod reply_type;
mod start;
mod template;
mod text;
mod trace;
mod value;
mod voice;
mod word;
mod wrapper;
mod writer;

pub use address::{Address, NotAnAddress};
pub use answer::{DeniedBy, FailedBy, InvalidBy, SucceededBy};
pub use builder::ReplyBuilder;
pub use call::{Call, Outcome, Paused, Watch};
pub use crash::CrashDir;
pub use data::{NoData, ReplyData};
pub use entry::{Entry, EntryStatus};
pub use envelope::{Envelope, EnvelopeSchema};
pub use layer::{Ct, En, Layer, LayerName, MayDeny, MayFail, MayInvalidate, MaySucceed, Mcp, Wa};
pub use leak::{HostPath, HostPathKind, find_host_path};
pub use registry::{Code, Registry};
pub use reply::{Reply, Terminal};
pub use reply_type::{Action, ReplyType};
pub use start::{Program, SecondRegistry};
pub use text::{LeakSite, Text};
pub use trace::TraceId;
pub use voice::{Voice, Voices};
pub use word::{Id, Problem, Verbatim, Word};
pub use wrapper::Wrapper;
pub use writer::{DataWriter, ObjectWriter};

/// For generated code. Not a door: what is here makes nothing that a reply could not make.
#[doc(hidden)]
pub mod __private {
    pub use crate::answer::Answer;
    pub use crate::fields::{FieldVisitor, Fields, schema_of_fields, schema_of_inner, schema_of_words, write_fields};
    pub use crate::lookup::lookup_table;
    pub use crate::registry::Roles;
    pub use crate::value::Value;
    pub use schemars::{JsonSchema, Schema, SchemaGenerator};
}

/// For the benchmark alone (`RUSTFLAGS="--cfg reply_bench"`): what no program can reach, because L24 forbids it.
#[cfg(reply_bench)]
#[doc(hidden)]
pub mod bench {
    /// Takes a reply apart into its values and renders its message.
    pub fn build_and_render<L: crate::Layer>(
        registry: &'static crate::Registry,
        code: impl crate::InvalidBy<L>,
    ) -> String {
        let answer = code.answer();
        registry.code_at(answer.place).map(|code| crate::render::render(code, &answer.values)).unwrap_or_default()
    }
}
