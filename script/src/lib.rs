//! Parses the script and localization files of Crusader Kings III, tolerantly and without loss.
#![forbid(unsafe_code)]

mod byte_class;
mod definition;
mod definitions;
mod descriptor;
mod encoding;
mod folder;
mod lexeme;
mod line_index;
mod operator;
mod parse;
mod problem;
mod rule;
mod script;
mod span;
mod tree;
mod visible;

pub use definition::{Definition, DefinitionKind, definition_at};
pub use definitions::{definitions, definitions_only};
pub use descriptor::Descriptor;
pub use encoding::Encoding;
pub use folder::Folder;
pub use lexeme::{Lexeme, LexemeKind, MAX_FILE};
pub use line_index::{LineColumn, LineIndex};
pub use operator::Operator;
pub use parse::MAX_DEPTH;
pub use problem::{MAX_PROBLEMS, Problems, Related, SyntaxProblem};
pub use rule::{Severity, SyntaxRule};
pub use script::Script;
pub use span::Span;
pub use tree::{Block, Item, Items, Pair, Value};
