//! Folders where definitions lie in blocks.

use crate::definition::{Definition, DefinitionKind};
use crate::tree::Block;

use super::top_level::constant;

/// `Group = { NAME = value }`.
pub(super) fn defines(root: Block<'_>) -> Vec<Definition> {
    let mut found = Vec::new();
    for group in root.pairs() {
        found.extend(constant(group));
        let Some(block) = group.block() else { continue };
        let of_group = |pair| {
            constant(pair).unwrap_or_else(|| Definition::of(DefinitionKind::Define, pair, Some(group.name_span())))
        };
        found.extend(block.pairs().map(of_group));
    }
    found
}

/// `colors = { name = rgb { … } }`.
pub(super) fn named_colors(root: Block<'_>) -> Vec<Definition> {
    let mut found = Vec::new();
    for pair in root.pairs() {
        found.extend(constant(pair));
        let Some(block) = pair.block() else { continue };
        found.extend(block.pairs().map(|color| Definition::of(DefinitionKind::NamedColor, color, None)));
    }
    found
}

/// Coats of arms at the top level, and `template = { name = { … } }`.
pub(super) fn coats_of_arms(root: Block<'_>) -> Vec<Definition> {
    let mut found = Vec::new();
    for pair in root.pairs() {
        match (constant(pair), pair.block()) {
            (Some(constant), _) => found.push(constant),
            (None, Some(block)) if pair.name() == b"template" => {
                found
                    .extend(block.pairs().map(|inner| Definition::of(DefinitionKind::CoatOfArmsTemplate, inner, None)));
            }
            (None, _) => found.push(Definition::of(DefinitionKind::CoatOfArms, pair, None)),
        }
    }
    found
}

/// Titles, and the titles in them: `e_britannia = { k_england = { d_… = { c_… = { b_… = { … } } } } }`.
pub(super) fn titles(root: Block<'_>) -> Vec<Definition> {
    let mut found = Vec::new();
    let mut open = vec![root.items()];
    while let Some(items) = open.last_mut() {
        let Some(item) = items.next() else {
            open.pop();
            continue;
        };
        let crate::tree::Item::Pair(pair) = item else { continue };
        if let Some(constant) = constant(pair) {
            found.push(constant);
            continue;
        }
        let Some(block) = pair.block() else { continue };
        if is_title(pair.name()) {
            found.push(Definition::of(DefinitionKind::Title, pair, None));
            open.push(block.items());
        }
    }
    found
}

fn is_title(name: &[u8]) -> bool {
    matches!(name, [b'h' | b'e' | b'k' | b'd' | b'c' | b'b' | b'x', b'_', _, ..])
}
