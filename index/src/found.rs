//! The answer of a lens about a key.

use ck3_script::{DefinitionKind, Span};
use lens::{Ruling, Verdict};

use crate::assemble::FileId;

/// The definitions of one key of one database, and which of them counts.
#[derive(Clone, Debug)]
pub struct FoundKey {
    /// The key.
    pub key: String,
    /// What is defined.
    pub kind: DefinitionKind,
    /// The group that the key is unique in, if any: a language, a type of asset.
    pub group: Option<String>,
    /// The folder that the key is unique in.
    pub database: String,
    /// The rule that decided.
    pub ruling: Ruling,
    /// Which definition counts, by its index below.
    pub verdict: Verdict,
    /// All definitions, in load order.
    pub definitions: Vec<FoundDefinition>,
}

/// A definition of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundDefinition {
    /// Its file.
    pub file: FileId,
    /// Its range in the file's text.
    pub span: Span,
    /// The line it starts in.
    pub line: u32,
    /// Its override priority.
    pub priority: i64,
}

impl FoundKey {
    /// The definition that counts.
    pub fn winner(&self) -> Option<&FoundDefinition> {
        self.verdict.winner.and_then(|winner| self.definitions.get(winner))
    }
}
