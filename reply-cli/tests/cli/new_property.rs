//! `new` on any valid registry gives a valid registry, and touches no other line.

use std::fmt::Write;

use proptest::prelude::*;

use crate::project::program;

const AREAS: [&str; 5] = ["SYS", "RES", "READ", "VAL", "GATE"];
const LEGAL: [(&str, &str); 12] = [
    ("WA", "S"),
    ("WA", "I"),
    ("WA", "E"),
    ("EN", "S"),
    ("EN", "D"),
    ("EN", "E"),
    ("CT", "S"),
    ("CT", "I"),
    ("CT", "E"),
    ("MCP", "S"),
    ("MCP", "I"),
    ("MCP", "E"),
];

/// How an entry is written down; all of it is TOML that people write.
#[derive(Clone, Debug)]
struct Style {
    comment: bool,
    blank_lines: usize,
    equals: &'static str,
    params_table: bool,
    multi_line: bool,
    status: u8,
}

fn style() -> impl Strategy<Value = Style> {
    (any::<bool>(), 0..3_usize, prop::sample::select(vec!["=", "   =  "]), any::<bool>(), any::<bool>(), 0..6_u8)
        .prop_map(|(comment, blank_lines, equals, params_table, multi_line, status)| Style {
            comment,
            blank_lines,
            equals,
            params_table,
            multi_line,
            status,
        })
}

fn registry() -> impl Strategy<Value = String> {
    let entry = (0..LEGAL.len(), 0..AREAS.len(), 1..999_u16, style());
    (prop::collection::vec(entry, 0..12), any::<bool>(), any::<bool>()).prop_map(|(entries, crlf, last_newline)| {
        let mut text = include_str!("sample/registry.toml").split("# ── WA ──").next().unwrap().to_owned();
        text = text.replace("VAL  = \"Validation\"\n", "VAL  = \"Validation\"\nGATE = \"Gates\"\n");
        for (code, key, params) in [
            ("MCP-SYS-E-001", "CRASH", false), ("MCP-SYS-E-002", "LEAK", false), ("MCP-SYS-E-003", "OVERLOADED", false),
            ("MCP-VAL-I-001", "BAD_ARGUMENTS", true),
        ] {
            let message = if params { "Bad: {problems}." } else { "Bad." };
            let params = if params { "params = { problems = [\"problem\"] }\n" } else { "" };
            _ = writeln!(text, "[[reply]]\ncode = \"{code}\"\nkey = \"{key}\"\nmessage = \"{message}\"\n{params}summary = \"a\"\nexplain = \"b\"\nsince = \"0.1.0\"");
        }
        let mut taken = std::collections::HashSet::new();
        for (index, (legal, area, number, style)) in entries.into_iter().enumerate() {
            let (layer, kind) = LEGAL[legal];
            let code = format!("{layer}-{}-{kind}-{number:03}", AREAS[area]);
            if !code.ends_with("E-001") && !code.ends_with("E-002") && !code.ends_with("E-003") && code != "MCP-VAL-I-001" && taken.insert(code.clone()) {
                write_entry(&mut text, &code, kind, index, &style);
            }
        }
        if !last_newline {
            text.truncate(text.trim_end().len());
        }
        if crlf { text.replace('\n', "\r\n") } else { text }
    })
}

fn write_entry(text: &mut String, code: &str, kind: &str, index: usize, style: &Style) {
    text.push_str(&"\n".repeat(style.blank_lines));
    if style.comment {
        text.push_str("# About the next one, and {not} a \"string\".\n");
    }
    let equals = style.equals;
    _ = write!(
        text,
        "[[reply]]{}\ncode{equals}\"{code}\"\nkey{equals}'KEY_{index}'\n",
        if style.comment { " # here" } else { "" }
    );
    if kind != "S" {
        _ = writeln!(text, "message{equals}\"Value '{{value}}' is [[reply]]-like.\"");
        if !style.params_table {
            _ = writeln!(text, "params{equals}{{ value = \"text\" }} # trailing");
        }
    }
    let explain = if style.multi_line { "\"\"\"\nOne.\n\n[[reply]]\n# two\n\"\"\"" } else { "\"One.\"" };
    _ = writeln!(text, "summary{equals}\"s\"\nexplain{equals}{explain}\nsince{equals}\"0.1.0\"");
    match style.status {
        0 => _ = writeln!(text, "reserved{equals}\"later\""),
        1 => _ = writeln!(text, "retired.since{equals}\"0.1.0\"\nretired.because{equals}\"gone\""),
        _ => {}
    }
    if kind != "S" && style.params_table {
        text.push_str("[reply.params]\nvalue = \"text\"\n");
    }
}

/// Whether `after` is `before` with lines put in at one place; a last line may get its end.
fn only_adds(before: &str, after: &str) -> bool {
    let shared = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
    let rest = before.len() - shared;
    let tail = before.as_bytes().iter().rev().zip(after.as_bytes().iter().rev()).take_while(|(a, b)| a == b).count();
    tail >= rest
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn new_gives_a_valid_registry_and_touches_no_other_line(
        before in registry(), legal in 0..LEGAL.len(), area in 0..AREAS.len(), params in 0..3_usize, quoted in any::<bool>(),
    ) {
        let source = reply_registry::Source::new("registry.toml", before.clone());
        let findings: Vec<String> = reply_registry::check(&source, None).findings().iter().map(ToString::to_string).collect();
        prop_assert!(findings.is_empty(), "the generator made an invalid registry: {}\n{before}", findings.join("\n"));

        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("registry.toml");
        std::fs::write(&file, &before).unwrap();
        let (layer, kind) = LEGAL[legal];
        let placeholders = (0..params).map(|n| if quoted { format!("'{{p{n}}}'") } else { format!("{{p{n}}}") });
        let message = format!("With \"quotes\", back\\slash, {{{{braces}}}} and {}.", placeholders.collect::<Vec<_>>().join(", "));
        let mut command = program(folder.path());
        command.args(["new", layer, AREAS[area], kind, "BRAND_NEW", "--since", "1.2.3"]);
        if kind != "S" {
            command.args(["--message", &message]);
            for n in 0..params {
                command.args(["--param", &format!("p{n}={}", if quoted { "text" } else { "count" })]);
            }
        }
        let output = command.output().unwrap();
        prop_assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

        let after = std::fs::read_to_string(&file).unwrap();
        let source = reply_registry::Source::new("registry.toml", after.clone());
        let loaded = reply_registry::check(&source, None);
        prop_assert!(loaded.findings().is_empty(), "{after}");
        let new = loaded.salvaged().entries.iter().find(|entry| entry.key == "BRAND_NEW").unwrap();
        prop_assert_eq!(new.params.len(), if kind == "S" { 0 } else { params });
        prop_assert!(only_adds(&before, &after), "a line was touched:\n{after}");
        let count = before.matches("[[reply]]").count();
        prop_assert!(after.matches("[[reply]]").count() > count);
    }
}
