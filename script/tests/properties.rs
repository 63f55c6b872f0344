//! What holds for any bytes.

mod corpus;

use ck3_script::{
    Definition, Folder, Lexeme, LexemeKind, LineIndex, Localization, MAX_PROBLEMS, Problems, Script, Span, check,
    definitions, definitions_only, new_problems, render,
};
use proptest::prelude::*;

const FOLDERS: &[Folder] = &[
    Folder::Objects,
    Folder::Events,
    Folder::Defines,
    Folder::NamedColors,
    Folder::CoatsOfArms,
    Folder::LandedTitles,
    Folder::Gui,
    Folder::Assets,
    Folder::DataBinding,
    Folder::ReaderExport,
];

/// Everything that must hold for a file, whatever is in it.
fn everything_holds(bytes: &[u8]) {
    let script = Script::parse(bytes);
    assert_eq!(script.bytes(), bytes);
    if !script.encoding().is_utf16() {
        assert_eq!(script.text(), bytes);
    }
    let together: Vec<u8> = script.pieces().flat_map(|(_, span)| span.of(script.text())).copied().collect();
    assert_eq!(together, script.text(), "the pieces are the text");
    lexemes_cover(script.text(), script.lexemes());
    blocks_nest(script.lexemes());
    problems_lie_inside(script.text(), script.problems());
    for folder in FOLDERS {
        let found = definitions(&script, *folder);
        assert_eq!(found, definitions_only(bytes, *folder), "{folder:?}");
        definitions_lie_inside(script.text(), &found);
    }
    localization_holds(bytes);
    for path in ["common/traits/a.txt", "gui/a.gui", "localization/english/a_l_english.yml"] {
        let checked = check(path, bytes);
        problems_lie_inside(&checked.text, &checked.problems);
        assert!(new_problems(&checked, &checked).is_empty());
        let shown = checked.render("a.txt", 5);
        assert!(shown.chars().all(|character| character == '\n' || !character.is_control()), "{shown:?}");
    }
}

fn lexemes_cover(text: &[u8], lexemes: &[Lexeme]) {
    let is_space = |byte: &u8| matches!(byte, b' ' | 0x09..=0x0F | b';');
    let mut at = 0;
    for lexeme in lexemes {
        let span = lexeme.span();
        assert!(at <= span.start && span.end as usize <= text.len(), "{lexeme:?} after {at}");
        assert!(Span::new(at, span.start).of(text).iter().all(is_space), "bytes before {lexeme:?} are in no lexeme");
        assert!(!span.is_empty() || lexeme.kind() == LexemeKind::MissingClose, "{lexeme:?}");
        at = span.end;
    }
    assert!(text[at as usize..].iter().all(is_space));
}

fn blocks_nest(lexemes: &[Lexeme]) {
    let mut open = Vec::new();
    for (index, lexeme) in lexemes.iter().enumerate() {
        if lexeme.is_opening() {
            open.push(index);
        }
        if !lexeme.is_opening() && lexeme.counterpart().is_some() {
            let start = open.pop().expect("every end has a start");
            assert_eq!(lexeme.counterpart().map(|start| start as usize), Some(start));
            assert_eq!(lexemes[start].counterpart().map(|end| end as usize), Some(index));
        }
    }
    assert!(open.is_empty(), "every start has an end");
}

fn problems_lie_inside(text: &[u8], problems: &Problems) {
    assert!(problems.kept().len() <= MAX_PROBLEMS);
    for problem in problems.kept() {
        let spans = [Some(problem.span), problem.related.as_ref().map(|related| related.span)];
        for span in spans.into_iter().flatten() {
            assert!(span.start <= span.end && span.end as usize <= text.len(), "{problem:?}");
        }
        assert!(!problem.message.is_empty() && !problem.help.is_empty());
    }
    assert!(problems.kept().is_sorted_by_key(|problem| problem.span));
    assert!(!render("x", text, problems, 3).contains('\u{feff}'));
}

fn definitions_lie_inside(text: &[u8], found: &[Definition]) {
    for definition in found {
        let Definition { span, name, .. } = definition;
        assert!(span.start <= name.start && name.end <= span.end && span.end as usize <= text.len(), "{definition:?}");
    }
}

fn localization_holds(bytes: &[u8]) {
    let localization = Localization::parse(bytes);
    let text = localization.text();
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let mut at = 0;
    for lexeme in localization.lexemes() {
        let span = lexeme.span();
        assert!(at <= span.start && Span::new(at, span.start).of(text).iter().all(is_space), "{lexeme:?}");
        at = span.end;
    }
    assert!(text[at as usize..].iter().all(is_space));
    problems_lie_inside(text, localization.problems());
    definitions_lie_inside(text, &localization.definitions());
}

/// Pieces of script in any order, so that structure is met often.
fn script_like() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&str] = &[
        "a",
        "b_1",
        "=",
        "==",
        "!=",
        "?=",
        "<",
        ">=",
        "{",
        "}",
        "{",
        "}",
        "\"",
        "\"x\"",
        "\"x\n",
        "\\\"",
        "#c\n",
        "\n",
        "\n\t",
        "\n\t\t",
        " ",
        ";",
        "@",
        "@[",
        "]",
        "[[P]",
        "@:define",
        "rgb",
        "types",
        "template",
        "scripted_trigger",
        "e_x",
        "name",
        "\r\n",
        "\0",
        "\x1a",
        "é",
        "\u{feff}",
        "key:0 \"",
        "l_english:",
        "$V$",
        "#bold",
        "#!",
        "[X]",
        ":",
        "a = {\n",
        "\n}\n",
        "\tb = 1\n",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_bytes_give_a_tree(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        everything_holds(&bytes);
    }

    #[test]
    fn anything_like_script_gives_a_tree(bytes in script_like()) {
        everything_holds(&bytes);
    }

    #[test]
    fn utf16_of_anything_gives_the_same_tree(bytes in script_like()) {
        let text = format!("\u{feff}{}", String::from_utf8_lossy(&bytes));
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let (wide, narrow) = (Script::parse(&utf16), Script::parse(text.as_bytes()));
        prop_assert_eq!(wide.text(), narrow.text());
        prop_assert_eq!(wide.lexemes(), narrow.lexemes());
        for lexeme in wide.lexemes() {
            let span = lexeme.span();
            let file = &utf16[wide.original_offset(span.start)..wide.original_offset(span.end)];
            let units: Vec<u8> = String::from_utf8_lossy(span.of(wide.text())).encode_utf16().flat_map(u16::to_be_bytes).collect();
            prop_assert_eq!(file, &units[..]);
        }
    }

    #[test]
    fn appending_to_a_valid_file_changes_no_definition(index in any::<prop::sample::Index>(), tail in script_like()) {
        let files = corpus::valid();
        let file = index.get(&files);
        let folder = Folder::of(&file.path);
        if folder.is_script() && file.bytes.last() != Some(&0x1A) {
            let longer = [&file.bytes[..], b"\n", &tail].concat();
            keeps_definitions(&definitions_only(&file.bytes, folder), &definitions(&Script::parse(&longer), folder));
        }
    }

    #[test]
    fn positions_count_as_the_text_does(text in "[a-zéß😀\n\r\t ]{0,40}") {
        let lines = LineIndex::new(text.as_bytes());
        for (byte, _) in text.char_indices() {
            let found = lines.position(text.as_bytes(), u32::try_from(byte).unwrap());
            let before = &text[..byte];
            let line = before.rsplit('\n').next().unwrap();
            prop_assert_eq!(found.line as usize, before.matches('\n').count() + 1);
            prop_assert_eq!(found.column as usize, line.len() + 1);
            prop_assert_eq!(found.utf16 as usize, line.encode_utf16().count());
        }
    }
}

/// The last definition may go on in what was appended (`color = rgb`, then `{ … }`); all others stay as they are.
fn keeps_definitions(before: &[Definition], after: &[Definition]) {
    for (index, definition) in before.iter().enumerate() {
        let same = after.get(index).expect("no definition is lost");
        assert_eq!((definition.name, definition.span.start, definition.kind), (same.name, same.span.start, same.kind));
        assert!(definition.span == same.span || index + 1 == before.len(), "{definition:?} became {same:?}");
    }
}

#[test]
fn every_prefix_of_every_file_gives_a_tree() {
    for file in corpus::files() {
        for end in 0..=file.bytes.len() {
            everything_holds(&file.bytes[..end]);
        }
    }
}
