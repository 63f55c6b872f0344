//! Nothing takes more than linear time and memory, whatever the file.

use std::time::{Duration, Instant};

use ck3_script::{
    Folder, Localization, MAX_DEPTH, MAX_FILE, MAX_PROBLEMS, Script, SyntaxRule, check, definitions_only,
};

const LARGE: usize = 64 << 20;

const HARD: usize = 2 << 20;

/// What is larger than any figure of a linear pass, and smaller than any of a quadratic one.
const LIMIT: Duration = Duration::from_secs(20);

fn parses(unit: &[u8], size: usize) {
    let bytes = unit.repeat(size / unit.len());
    let started = Instant::now();
    let script = Script::parse(&bytes);
    assert!(script.problems().kept().len() <= MAX_PROBLEMS);
    assert!(script.lexemes().len() <= bytes.len() + MAX_DEPTH);
    let blocks = script.root().items().count();
    drop(script);
    definitions_only(&bytes, Folder::Objects);
    let took = started.elapsed();
    assert!(took < LIMIT, "{:?} took {took:?} for {blocks} items", unit.escape_ascii().to_string());
}

#[test]
fn sixty_four_megabytes_of_one_thing_are_parsed() {
    for unit in [&b"{"[..], b"\"", b"a="] {
        parses(unit, LARGE);
    }
}

#[test]
fn two_megabytes_of_what_is_hard_are_parsed_and_checked() {
    let units: &[&[u8]] = &[
        b"}",
        b"{}",
        b"}{",
        b"[[",
        b"[[a]",
        b"]",
        b"@[",
        b"@:",
        b"=",
        b"#",
        b"\\\"",
        b"\"\n",
        b"\"\n\\\"",
        b"\\",
        b"\0",
        b"\n",
        b"a\n",
        b"a b\n",
        b"a = {\n",
        b"a = {\n\t",
        b"\n{",
        b"\n\t{\n}",
        b"\n{\n\t}",
        b"a={b={\n}",
        b"\n#\n a = {",
        b"a =\n",
        b"\xEF\xBB\xBF",
        b"\xFF",
        b"[",
        b"$",
        b"e_a={",
        b"types a {",
        b"name=",
        b":",
        b"a:0 \"",
        b"a:0 \"b\"\n",
        b"\ta:0 \"#!\" #",
        b"l_x:\n",
        b"#!\" #",
    ];
    for unit in units {
        parses(unit, HARD);
        let bytes = unit.repeat(HARD / unit.len());
        let started = Instant::now();
        for path in ["common/landed_titles/a.txt", "gui/a.gui", "localization/english/a_l_english.yml"] {
            let checked = check(path, &bytes);
            assert!(checked.render("a", 20).len() < 200_000);
            drop(checked.located());
        }
        assert!(Localization::parse(&bytes).problems().kept().len() <= MAX_PROBLEMS);
        assert!(started.elapsed() < LIMIT, "{:?} took {:?}", unit.escape_ascii().to_string(), started.elapsed());
    }
}

#[test]
fn a_file_beyond_the_limit_is_refused() {
    let bytes = vec![b'a'; MAX_FILE + 1];
    let script = Script::parse(&bytes);
    assert_eq!(script.problems().rules(), [SyntaxRule::FileTooLarge]);
    assert!(script.lexemes().is_empty() && script.text().is_empty());
    assert_eq!(script.bytes().len(), bytes.len());
    assert_eq!(Localization::parse(&bytes).problems().rules(), [SyntaxRule::FileTooLarge]);
    assert!(definitions_only(&bytes, Folder::Objects).is_empty());
    assert!(Script::parse(&bytes[..MAX_FILE]).problems().is_empty());
}

#[test]
fn what_is_nested_too_deep_is_skipped_and_the_rest_is_read() {
    let deep = format!("a = {}{}\nb = 1\n", "{ ".repeat(MAX_DEPTH + 5), "} ".repeat(MAX_DEPTH + 5));
    let script = Script::parse(deep.as_bytes());
    assert_eq!(script.problems().rules(), [SyntaxRule::NestingTooDeep]);
    assert_eq!(script.root().get(b"b").and_then(|pair| pair.scalar()), Some(&b"1"[..]));
}
