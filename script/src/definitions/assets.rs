//! Blocks that are named inside: `entity = { name = "…" … }`, and macros for data functions.

use crate::definition::{Definition, DefinitionKind};
use crate::span::{Span, offset};
use crate::tree::{Block, Pair};

use super::top_level::constant;

pub(super) fn definitions(root: Block<'_>) -> Vec<Definition> {
    root.pairs().map(|pair| constant(pair).unwrap_or_else(|| asset(pair))).collect()
}

/// An asset is known by the `name` in it, or by its key where it has none.
fn asset(pair: Pair<'_>) -> Definition {
    let name = pair.block().and_then(|block| text_of(block, b"name"));
    let kind = DefinitionKind::Asset;
    let (name, group) = name.map_or((pair.name_span(), None), |name| (name, Some(pair.name_span())));
    Definition { kind, span: pair.span(), name, group, is_local: false }
}

/// `macro = { definition = "Name(Argument)" … }`.
pub(super) fn macros(root: Block<'_>) -> Vec<Definition> {
    root.pairs().filter_map(|pair| constant(pair).or_else(|| one_macro(pair))).collect()
}

fn one_macro(pair: Pair<'_>) -> Option<Definition> {
    let block = pair.block()?;
    let definition = text_of(block, b"definition")?;
    let text = definition.of(block.text());
    let length = text.iter().position(|byte| *byte == b'(').unwrap_or(text.len());
    let name = Span::new(definition.start, definition.start + offset(length));
    Some(Definition { kind: DefinitionKind::Macro, span: pair.span(), name, group: None, is_local: false })
}

/// The text of a field, without quotes.
fn text_of(block: Block<'_>, field: &[u8]) -> Option<Span> {
    block.get(field)?.value?.scalar_span(block.text())
}
