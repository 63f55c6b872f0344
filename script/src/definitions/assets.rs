//! Blocks that are named inside: `entity = { name = "…" … }`, and macros for data functions.

use crate::definition::{Definition, DefinitionKind};
use crate::span::{Span, offset};
use crate::tree::{Block, Pair};

use super::top_level::constant;

pub(super) fn definitions(root: Block<'_>) -> Vec<Definition> {
    let asset = |pair| Definition::named_inside(DefinitionKind::Asset, pair);
    root.pairs().map(|pair| constant(pair).unwrap_or_else(|| asset(pair))).collect()
}

/// `macro = { definition = "Name(Argument)" … }`.
pub(super) fn macros(root: Block<'_>) -> Vec<Definition> {
    root.pairs().filter_map(|pair| constant(pair).or_else(|| one_macro(pair))).collect()
}

fn one_macro(pair: Pair<'_>) -> Option<Definition> {
    let block = pair.block()?;
    let definition = block.get(b"definition")?.value?.scalar_span(block.text())?;
    let text = definition.of(block.text());
    let length = text.iter().position(|byte| *byte == b'(').unwrap_or(text.len());
    let name = Span::new(definition.start, definition.start + offset(length));
    Some(Definition { name, ..Definition::of(DefinitionKind::Macro, pair, None) })
}
