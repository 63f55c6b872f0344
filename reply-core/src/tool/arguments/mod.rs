//! A tool's arguments: parsed once, with all invalid fields reported at once and what was expected (L20).
//!
//! `#[derive(Arguments)]` on a struct reads an object. An enum whose variants have fields is a set of commands: a field
//! `command` selects one, each variant has the fields of its command, and a field of another command is reported as such. The
//! JSON Schema comes from the same definition.

#[cfg(test)]
mod nested_tests;
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
pub(crate) use values::object;
pub use values::{Argument, read_word, words_schema};
pub use visitor::ArgumentVisitor;

use serde_json::{Map, Value};

use crate::data::word::ArgumentProblem;

/// The maximum length of a string argument by default, in bytes.
pub const MAX_ARGUMENT_LENGTH: usize = 16 * 1024;
/// The maximum length of a list by default.
pub const MAX_ARGUMENT_ITEMS: usize = 1_000;

/// The arguments of a tool. Derive it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what a tool takes: write `#[derive(Arguments)]` on it",
    label = "not read from a call",
    note = "`NoArguments` is for a tool that takes nothing"
)]
pub trait Arguments: Sized {
    /// Passes each field to the visitor, which describes it or reads it; `None` unless all could be read.
    #[doc(hidden)]
    fn visit(visitor: &mut ArgumentVisitor<'_, '_>) -> Option<Self>;

    /// The JSON Schema: an object without other fields.
    fn json_schema() -> Map<String, Value> {
        ArgumentSchema::of::<Self>().into_json()
    }

    /// Parses arguments, or returns everything that is wrong with them, bounded.
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
            // A call without arguments is a call with an empty object.
            Value::Null => &empty,
            other => return Err(vec![problems::not_an_object(other)]),
        };
        let mut reader = ArgumentReader::new(object);
        let read = Self::visit(&mut ArgumentVisitor::Read(&mut reader));
        reader.finish(&ArgumentSchema::of::<Self>(), read)
    }
}

/// The properties of a field, from its attributes and its doc comment.
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
    /// The default, as JSON text for the schema.
    pub default: Option<&'static str>,
    /// What a journal may keep of it.
    pub keep: Keep,
}

/// What a journal may keep of a text that an agent sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// By its type: words of a closed set and canonical addresses are kept, of other text the size and a digest.
    #[default]
    ByType,
    /// The text, because it is a name and not content: `#[arg(shown)]`.
    Shown,
    /// Size and digest only, because it is content or a secret: `#[arg(hidden)]`.
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
