//! `.asset` files and their like: `entity = { name = "…" … }`.

use crate::definition::{Definition, DefinitionKind};
use crate::tree::{Block, Pair};

use super::top_level::constant;

pub(super) fn definitions(root: Block<'_>) -> Vec<Definition> {
    root.pairs().filter_map(|pair| constant(pair).or_else(|| asset(pair))).collect()
}

/// An asset is known by the `name` in it, or by its key where it has none.
fn asset(pair: Pair<'_>) -> Option<Definition> {
    let name = match pair.block() {
        Some(block) => block.get(b"name").and_then(|name| name.value?.scalar_span(block.text())),
        None => None,
    };
    let kind = DefinitionKind::Asset;
    let (name, group) = name.map_or((pair.name_span(), None), |name| (name, Some(pair.name_span())));
    Some(Definition { kind, span: pair.span(), name, group, is_local: false })
}
