//! `.gui` files: types, templates and widgets.

use crate::definition::{Definition, DefinitionKind};
use crate::span::Span;
use crate::tree::{Block, Item, Pair, Value};

use super::top_level::constant;

pub(super) fn definitions(root: Block<'_>) -> Vec<Definition> {
    let mut found = Vec::new();
    let mut before = Vec::new();
    for item in root.items() {
        match item {
            Item::Value(Value::Scalar(word)) => before = vec![word.span()],
            Item::Value(_) => before.clear(),
            Item::Pair(pair) => {
                let word = before.pop();
                top_level(root, pair, word, &mut found);
            }
        }
    }
    found
}

fn top_level(root: Block<'_>, pair: Pair<'_>, word: Option<Span>, found: &mut Vec<Definition>) {
    let named = |kind| {
        let span = word.map_or_else(|| pair.span(), |word| word.to(pair.span()));
        Definition { span, is_local: kind == DefinitionKind::GuiLocalTemplate, ..Definition::of(kind, pair, None) }
    };
    match word.map(|word| word.of(root.text())) {
        Some(b"types") => found.extend(pair.block().into_iter().flat_map(|block| types(block, pair.name_span()))),
        Some(b"template") => found.push(named(DefinitionKind::GuiTemplate)),
        Some(b"local_template") => found.push(named(DefinitionKind::GuiLocalTemplate)),
        _ => match constant(pair) {
            Some(constant) => found.push(constant),
            None if pair.block().is_some() => found.push(Definition::named_inside(DefinitionKind::GuiWidget, pair)),
            None => {}
        },
    }
}

/// `type name = base { … }` in a block of types.
fn types(block: Block<'_>, group: Span) -> Vec<Definition> {
    let mut found = Vec::new();
    let mut before: Option<Span> = None;
    for item in block.items() {
        match item {
            Item::Value(Value::Scalar(word)) => before = Some(word.span()),
            Item::Value(_) => before = None,
            Item::Pair(pair) => {
                let word = before.take();
                if let Some(word) = word.filter(|word| word.of(block.text()) == b"type") {
                    let span = word.to(pair.span());
                    found.push(Definition { span, ..Definition::of(DefinitionKind::GuiType, pair, Some(group)) });
                }
            }
        }
    }
    found
}
