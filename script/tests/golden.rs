//! The tree, the definitions and the problems of each file of the corpus, as they were found to be right.
//!
//! `INSTA_UPDATE=always cargo test -p ck3-script --test golden` accepts what has changed.

mod corpus;

use std::fmt::Write as _;

use ck3_script::{Block, Checked, Definition, Folder, Item, LexemeKind, Localization, Script, Value, check};

#[test]
fn every_file_of_the_corpus_gives_its_tree() {
    for file in corpus::files() {
        let folder = if file.is_valid { "valid" } else { "broken" };
        let name = format!("{folder}/{}", file.path).replace('/', "__");
        let checked = check(&file.path, &file.bytes);
        let mut shown = match checked.folder {
            Folder::Localization => show_localization(&Localization::parse(&file.bytes)),
            _ => show_script(&Script::parse(&file.bytes)),
        };
        show_definitions(&mut shown, &checked);
        let _ = write!(shown, "-- problems\n{}", checked.render(&file.path, 100));
        insta::with_settings!({ snapshot_path => "golden", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, shown);
        });
    }
}

#[test]
fn a_valid_file_has_no_problems_and_a_broken_one_has() {
    for file in corpus::files() {
        let checked = check(&file.path, &file.bytes);
        assert_eq!(checked.problems.is_empty(), file.is_valid, "{}\n{}", file.path, checked.render(&file.path, 9));
    }
}

fn text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

fn show_script(script: &Script<'_>) -> String {
    let mut shown = format!("-- {:?}, {} lexemes\n", script.encoding(), script.lexemes().len());
    for lexeme in script.lexemes() {
        if !matches!(lexeme.kind(), LexemeKind::Word | LexemeKind::Operator | LexemeKind::Open | LexemeKind::Close) {
            let _ = writeln!(shown, "{:?} {}", lexeme, text(lexeme.span().of(script.text())));
        }
    }
    shown.push_str("-- tree\n");
    show_block(&mut shown, script.root(), 0);
    shown
}

fn show_block(shown: &mut String, block: Block<'_>, depth: usize) {
    let indent = "  ".repeat(depth);
    for item in block.items() {
        let (key, value) = match item {
            Item::Value(value) => (String::new(), Some(value)),
            Item::Pair(pair) => {
                let operator = pair.operator.map_or(&b"(no operator)"[..], |operator| operator.span().of(block.text()));
                let operator = String::from_utf8_lossy(operator);
                let key = format!("{:?} {} {operator} ", pair.span(), text(pair.key.span().of(block.text())));
                (key, pair.value)
            }
        };
        let value_shown = match value {
            None => "(no value)".to_owned(),
            Some(Value::Scalar(scalar)) => text(scalar.span().of(block.text())),
            Some(Value::Block(inner)) => format!("block {:?}", inner.span()),
            Some(Value::Tagged(tag, inner)) => {
                format!("{} block {:?}", text(tag.span().of(block.text())), inner.span())
            }
        };
        let _ = writeln!(shown, "{indent}{key}{value_shown}");
        if let Some(inner) = value.and_then(|value| value.block()) {
            show_block(shown, inner, depth + 1);
        }
    }
}

fn show_localization(localization: &Localization<'_>) -> String {
    let language = localization.language().map(text);
    let mut shown = format!("-- {:?}, {language:?}\n", localization.encoding());
    for lexeme in localization.lexemes() {
        let _ = writeln!(shown, "{:?} {}", lexeme, text(lexeme.span().of(localization.text())));
    }
    shown
}

fn show_definitions(shown: &mut String, checked: &Checked<'_>) {
    shown.push_str("-- definitions\n");
    for definition in &checked.definitions {
        let Definition { kind, span, name, is_local, .. } = definition;
        let local = if *is_local { " (local)" } else { "" };
        let _ = writeln!(shown, "{} {:?}{local} {span:?} name {name:?}", kind.as_str(), definition.key(&checked.text));
    }
}
