//! A tool's arguments: read once, with every wrong field at once and what was expected (L20).
//!
//! `#[derive(Arguments)]` on a struct reads an object. An enum whose variants have fields is a set of commands: a field
//! `command` says which, each variant has the fields that the command takes, and a field of another command is reported as one.
//! The JSON Schema comes from the same definition.

mod outline;
mod problems;
mod reader;
mod schema;
#[cfg(test)]
mod tests;
mod values;
mod visitor;

pub use outline::{ArgumentOutline, Outline, outline_object, outline_word};
use reader::ArgumentReader;
pub use reader::{ArgumentProblems, FieldReader};
use schema::ArgumentSchema;
pub use values::{Argument, read_word, words_schema};
pub use visitor::ArgumentVisitor;

use serde_json::{Map, Value};

use crate::data::word::ArgumentProblem;

/// The longest string an argument takes unless its field says otherwise, in bytes.
pub const MAX_ARGUMENT_LENGTH: usize = 16 * 1024;
/// The most items a list takes unless its field says otherwise.
pub const MAX_ARGUMENT_ITEMS: usize = 1_000;

/// What a tool takes. Derive it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what a tool takes: write `#[derive(Arguments)]` on it",
    label = "not read from a call",
    note = "`NoArguments` is for a tool that takes nothing"
)]
pub trait Arguments: Sized {
    /// Shows each field to the visitor, which describes it or reads it; nothing unless all could be read.
    #[doc(hidden)]
    fn visit(visitor: &mut ArgumentVisitor<'_, '_>) -> Option<Self>;

    /// The JSON Schema: an object without other fields.
    fn json_schema() -> Map<String, Value> {
        ArgumentSchema::of::<Self>().into_json()
    }

    /// Reads arguments, or tells everything that is wrong with them, bounded.
    ///
    /// ```
    /// # use reply_core::{Arguments, NoArguments};
    /// assert!(NoArguments::from_json(&serde_json::json!({})).is_ok());
    /// assert_eq!(NoArguments::from_json(&serde_json::json!({ "x": 1 })).unwrap_err().len(), 1);
    /// ```
    fn from_json(arguments: &Value) -> Result<Self, Vec<ArgumentProblem>> {
        let empty = Map::new();
        let object = match arguments {
            Value::Object(object) => object,
            // A call without arguments is a call with none.
            Value::Null => &empty,
            other => return Err(vec![problems::not_an_object(other)]),
        };
        let mut reader = ArgumentReader::new(object);
        let read = Self::visit(&mut ArgumentVisitor::Read(&mut reader));
        reader.finish(&ArgumentSchema::of::<Self>(), read)
    }
}

/// What a field takes, from its attributes and its doc comment.
#[derive(Clone, Copy, Debug)]
pub struct FieldSpec {
    /// The name in the JSON.
    pub name: &'static str,
    /// The doc comment.
    pub description: &'static str,
    /// The least number.
    pub min: Option<i64>,
    /// The greatest number.
    pub max: Option<i64>,
    /// The longest string in bytes, or the most items.
    pub max_length: Option<usize>,
    /// What is meant where it is left out, as JSON text for the schema.
    pub default: Option<&'static str>,
    /// What a journal may keep of it.
    pub keep: Keep,
}

/// What a journal may keep of a text that an agent gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// As its type says: words of a closed set and canonical addresses, and of other text size and digest.
    #[default]
    ByType,
    /// The text, because it names something and says nothing: `#[arg(shown)]`.
    Shown,
    /// Size and digest, whatever it looks like, because it is content or a secret: `#[arg(hidden)]`.
    Hidden,
}

/// A tool that takes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoArguments;

impl Arguments for NoArguments {
    fn visit(visitor: &mut ArgumentVisitor<'_, '_>) -> Option<Self> {
        visitor.is_reading().then_some(Self)
    }
}
