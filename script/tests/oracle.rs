//! jomini is what the field reads script with: on valid files it and this parser see the same scalars in the same order.

mod corpus;
#[path = "../benches/generated/mod.rs"]
mod generated;

use ck3_script::{Folder, LexemeKind, Script};
use jomini::{TextTape, TextToken};

/// Files that jomini reads otherwise or not at all, and why.
const DIFFERENCES: &[(&str, &str)] = &[
    ("common/traits/ctrl_z.txt", "jomini takes the Ctrl-Z at the end for a key without a value and refuses the file"),
    ("common/traits/no_spaces.txt", "jomini reads `i!=7` as the key `i!`, and `j?=8` as the key `j?`"),
];

#[test]
fn jomini_sees_the_same_scalars_in_every_valid_file() {
    let mut different = Vec::new();
    for file in corpus::valid() {
        if Folder::of(&file.path).is_script() && jominis(&file.bytes).as_ref() != Some(&ours(&file.bytes)) {
            different.push(file.path);
        }
    }
    let expected: Vec<_> = DIFFERENCES.iter().map(|(path, _)| *path).collect();
    assert_eq!(different, expected);
}

#[test]
fn jomini_sees_the_same_scalars_in_generated_files() {
    for file in generated::corpus(3_000_000) {
        assert_eq!(jominis(&file.bytes), Some(ours(&file.bytes)), "{:?}", file.folder);
        assert!(Script::parse(&file.bytes).problems().is_empty());
    }
}

fn jominis(bytes: &[u8]) -> Option<Vec<String>> {
    let tape = TextTape::from_slice(bytes).ok()?;
    let text = |token: &TextToken<'_>| token.as_scalar().map(|scalar| shown(scalar.as_bytes()));
    Some(tape.tokens().iter().filter_map(text).collect())
}

fn ours(bytes: &[u8]) -> Vec<String> {
    let script = Script::parse(bytes);
    let scalar = |lexeme: &ck3_script::Lexeme| {
        let text = lexeme.span().of(script.text());
        match lexeme.kind() {
            LexemeKind::Word | LexemeKind::Expression | LexemeKind::Directive => Some(shown(text)),
            LexemeKind::Quoted => Some(shown(&text[1..text.len() - 1])),
            LexemeKind::ParameterName => Some(shown(
                text[..text.len() - 1].trim_ascii_start().strip_prefix(b"!").unwrap_or(&text[..text.len() - 1]),
            )),
            _ => None,
        }
    };
    script.lexemes().iter().filter_map(scalar).collect()
}

fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}
