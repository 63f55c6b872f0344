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
        Definition {
            kind,
            span,
            name: pair.name_span(),
            group: None,
            is_local: kind == DefinitionKind::GuiLocalTemplate,
        }
    };
    match word.map(|word| word.of(root.text())) {
        Some(b"types") => found.extend(pair.block().into_iter().flat_map(|block| types(block, pair.name_span()))),
        Some(b"template") => found.push(named(DefinitionKind::GuiTemplate)),
        Some(b"local_template") => found.push(named(DefinitionKind::GuiLocalTemplate)),
        _ => match constant(pair) {
            Some(constant) => found.push(constant),
            None => found.extend(widget(pair)),
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
                    let (kind, name) = (DefinitionKind::GuiType, pair.name_span());
                    found.push(Definition { kind, span, name, group: Some(group), is_local: false });
                }
            }
        }
    }
    found
}

/// A widget is known by the `name` in it, or by its type where it has none.
fn widget(pair: Pair<'_>) -> Option<Definition> {
    let block = pair.block()?;
    let name = block.get(b"name").and_then(|name| name.value?.scalar_span(block.text()));
    let kind = DefinitionKind::GuiWidget;
    let (name, group) = name.map_or((pair.name_span(), None), |name| (name, Some(pair.name_span())));
    Some(Definition { kind, span: pair.span(), name, group, is_local: false })
}
