//! Folders where each top-level key is a definition.

use crate::definition::{Definition, DefinitionKind};
use crate::folder::Folder;
use crate::lexeme::LexemeKind;
use crate::span::Span;
use crate::tree::{Block, Item, Pair, Value};

pub(super) fn definitions(root: Block<'_>, folder: Folder) -> Vec<Definition> {
    let mut found = Vec::new();
    // The word before a pair: `scripted_trigger` in `scripted_trigger name = { … }`, or `@:define`.
    let mut before: Option<Span> = None;
    for item in root.items() {
        match item {
            Item::Pair(pair) => found.extend(definition(root, folder, pair, before.take())),
            Item::Value(Value::Scalar(word)) if folder == Folder::ReaderExport && is_define(root, before) => {
                let name = word.span();
                let span = before.map_or(name, |before| before.to(name));
                let kind = DefinitionKind::PreprocessorDefine;
                found.push(Definition { kind, span, name, group: None, is_local: false });
                before = None;
            }
            Item::Value(Value::Scalar(word)) => {
                let is_word = matches!(word.kind(), LexemeKind::Word | LexemeKind::Directive);
                before = is_word.then(|| word.span());
            }
            Item::Value(_) => before = None,
        }
    }
    found
}

fn is_define(root: Block<'_>, before: Option<Span>) -> bool {
    before.is_some_and(|before| before.of(root.text()) == b"@:define")
}

fn definition(root: Block<'_>, folder: Folder, pair: Pair<'_>, before: Option<Span>) -> Option<Definition> {
    let prefix = before.map(|before| before.of(root.text()));
    let local = match prefix {
        Some(b"scripted_trigger") => Some(DefinitionKind::ScriptedTrigger),
        Some(b"scripted_effect") => Some(DefinitionKind::ScriptedEffect),
        Some(b"@:define") => Some(DefinitionKind::PreprocessorDefine),
        _ => None,
    };
    if let Some(kind) = local {
        let span = before.map_or_else(|| pair.span(), |before| before.to(pair.span()));
        let is_local = kind != DefinitionKind::PreprocessorDefine;
        return Some(Definition { span, is_local, ..Definition::of(kind, pair, None) });
    }
    if let Some(constant) = constant(pair) {
        return Some(constant);
    }
    let kind = match folder {
        Folder::Events if matches!(pair.name(), b"namespace" | b"scripted_trigger" | b"scripted_effect") => {
            return None;
        }
        Folder::Events => DefinitionKind::Event,
        Folder::OnActions => DefinitionKind::OnAction,
        Folder::ScriptedTriggers => DefinitionKind::ScriptedTrigger,
        Folder::ScriptedEffects => DefinitionKind::ScriptedEffect,
        Folder::ScriptValues => DefinitionKind::ScriptValue,
        Folder::HistoryCharacters => DefinitionKind::Character,
        Folder::History => DefinitionKind::HistoryEntry,
        _ => DefinitionKind::Object,
    };
    Some(Definition::of(kind, pair, None))
}

/// `@name = value`, which holds for its file.
pub(super) fn constant(pair: Pair<'_>) -> Option<Definition> {
    let is_constant = pair.name().starts_with(b"@");
    is_constant.then(|| Definition { is_local: true, ..Definition::of(DefinitionKind::Constant, pair, None) })
}
