//! Parses the script and localization files of Crusader Kings III, tolerantly and without loss.
//!
//! Bytes go in; a flat tape of lexemes with exact places comes out, with the list of problems, whatever the bytes are. On the tape
//! stand queries (definitions, pairs of a block, fields of a descriptor) and checks that need no knowledge of the game beyond the
//! form of its files.
//!
//! **Invariant:** nothing here reads a file, calls itself on data, or takes more than linear time and memory.
//!
//! Start reading at [`check`], which does everything for one file, or at [`Script`] and [`Localization`], the two parsers.
//!
//! ```
//! use ck3_script::check;
//! let checked = check("common/traits/my_traits.txt", "\u{feff}brave = {\n\tcost = 40\n\ncraven = {\n}\n".as_bytes());
//! let names: Vec<_> = checked.definitions.iter().map(|definition| definition.key(&checked.text)).collect();
//! assert_eq!(names, ["brave", "craven"]);
//! assert!(checked.render("my_traits.txt", 10).starts_with("the block of `brave` is never closed\n --> my_traits.txt:1:9\n"));
//! ```
#![forbid(unsafe_code)]

mod byte_class;
mod check;
mod definition;
mod definitions;
mod descriptor;
mod encoding;
mod folder;
mod items;
mod lexeme;
mod line_index;
mod localization;
mod parse;
mod parsed_file;
mod problem;
mod render;
mod rule;
mod script;
mod span;
mod tree;
mod visible;

pub use check::{Checked, LocatedProblem, check, new_problems};
pub use definition::{Definition, DefinitionKind};
pub use definitions::{FileOutline, definitions, definitions_only, outline};
pub use descriptor::Descriptor;
pub use encoding::SourceEncoding;
pub use folder::Folder;
pub use items::Items;
pub use lexeme::{Lexeme, LexemeKind, MAX_FILE};
pub use line_index::{LineColumn, LineIndex};
pub use localization::{Localization, LocalizationEntry};
pub use parse::MAX_DEPTH;
pub use parsed_file::ParsedFile;
pub use problem::{MAX_PROBLEMS, Problems, Related, SyntaxProblem};
pub use render::render;
pub use rule::{Severity, SyntaxRule};
pub use script::Script;
pub use span::Span;
pub use tree::{Block, Item, Pair, Value};
