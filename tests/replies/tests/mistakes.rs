//! The mistakes that an author of a server makes, each with the case that shows what the compiler says: one mistake, one error.

use std::path::{Path, PathBuf};

/// What somebody did, the case in which they do it, and what the first line of the error says.
const MISTAKES: [(&str, &str, &str); 21] = [
    ("misspelled code", "types/l09_unregistered_code", "unresolved import `replies::wa::invalid::PathLooksOdd`"),
    ("parameter forgotten", "types/l10_parameter_forgotten", "missing field `kind`"),
    ("`String` for text", "types/l10_parameter_mistyped", "mismatched types"),
    ("`HashMap` in data", "types/l49_hash_map_in_reply_data", "use `Text`, `Address`, `BTreeMap<Text, _>`"),
    ("wrong voice", "types/l05_speak_for_another_layer", "a code of WA is given with `Voice<Wa>`"),
    ("wrong ending for the code", "types/ending_of_another_type", "end the call with `Err(rb.invalid(…))`"),
    ("a layer's missing type", "types/l04_wa_has_no_denied", "unresolved import `replies::wa::denied`"),
    ("use after a terminal", "types/l15_builder_after_a_terminal_reply", "use of moved value: `rb`"),
    ("foreign error with `?`", "types/foreign_error_with_a_question_mark", "`ParseFloatError: UseRbRequire<'_>`"),
    ("`map_err` with the builder", "types/map_err_moves_the_builder", "use of moved value: `rb`"),
    ("success without data", "types/success_without_data", "takes 3 arguments but 2"),
    ("raw data returned", "types/tool_returns_raw_data", "mismatched types"),
    ("wrong folder", "registry/format_wrong_folder", "write `\"format_wrong_folder.toml\"`"),
    (
        "placeholder undeclared",
        "registry/l10_placeholder_undeclared",
        "placeholder `{pth}` is not a declared parameter: did you mean `path`?",
    ),
    ("code twice", "registry/l08_code_twice", "WA-RES-I-001 is taken by line 19: WA-RES-I-002 is free"),
    (
        "published parameter removed",
        "registry/l09_param_removed",
        "put `path = \"address\"` back into `params`: it was published",
    ),
    ("lock missing", "registry/l09_lock_missing", "there is no `l09_lock_missing.lock`: run `cargo reply lock`"),
    ("TOML syntax", "registry/format_syntax", "string values must be quoted"),
    ("misspelled field", "registry/format_unknown_field", "unknown field `mesage` in a reply: did you mean `message`?"),
    ("retired code", "types/l09_retired_code_declared_and_used", "use SHLF-BOOK-I-001 instead"),
    ("enum variant with data", "types/derive_enum_with_fields_used", "put what it holds into a field of the struct"),
];

#[test]
fn a_mistake_of_an_author_is_one_error_that_says_what_to_do() {
    for (mistake, case, says) in MISTAKES {
        let shown = errors(case);
        assert_eq!(shown.len(), 1, "{mistake} ({case}) gives these errors: {shown:#?}");
        assert!(shown[0].contains(says), "{mistake} ({case}) says: {}", shown[0]);
    }
}

/// What the documentation shows of them is what the compiler says.
#[test]
fn the_documented_first_lines_are_those_of_the_compiler() {
    let mut table = String::from("| mistake | first line | at the place |\n|---|---|---|\n");
    for (mistake, case, _) in MISTAKES {
        let line = errors(case).concat();
        let line = line.split_once(": ").map_or("", |(_, line)| line);
        let cells = [line, &label(case)].map(|cell| cell.replace('|', "\\|"));
        table.push_str(&["| ", mistake, " | ", &cells.join(" | "), " |\n"].concat());
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/arch/replies.md");
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains(&table), "put this table into {}:\n\n{table}", page.display());
}

/// The cases of one mistake with several errors, which the compiler counts by place: a list that only shrinks.
#[test]
fn no_other_mistake_has_several_errors() {
    const SEVERAL: [(&str, usize); 5] = [
        // Two variants are wrong, and four pairs.
        ("types/derive_enum_with_fields", 2),
        ("types/l04_every_illegal_pair", 4),
        // An attack: what was generated no longer fits together.
        ("types/l09_retired_code_cannot_be_revived", 2),
        // The call of a step, its future and the `await` on it each ask for the tool's codes.
        ("types/tool_awaits_an_undeclared_code", 3),
        ("types/tool_passes_on_two_undeclared_codes", 2),
    ];
    // A value that is moved twice, and a reply that does not live long enough, are told at both ends by the compiler.
    const BOTH_ENDS: [&str; 2] = ["types/l05_voice_cannot_be_copied", "types/l16_reply_of_another_call"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/types");
    for case in std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
        if case.extension().is_some_and(|ending| ending == "stderr") {
            let case = format!("types/{}", case.file_stem().unwrap_or_default().display());
            let allowed = SEVERAL.iter().find(|(known, _)| *known == case).map_or(1, |(_, count)| *count);
            let allowed = if BOTH_ENDS.contains(&case.as_str()) { 2 } else { allowed };
            let shown = errors(&case);
            assert_eq!(shown.len(), allowed, "{case}: {shown:#?}");
        }
    }
}

/// What the compiler writes under the place of the error.
fn label(case: &str) -> String {
    let text = std::fs::read_to_string(expected(case)).unwrap_or_default();
    let marked = text.lines().find(|line| line.trim_start().starts_with('|') && line.contains('^'));
    let label = marked.and_then(|line| line.rsplit_once(['^', '-'])).map_or("", |(_, label)| label);
    label.trim().to_owned()
}

fn expected(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui").join(format!("{case}.stderr"))
}

/// The first lines of the errors that a case expects.
fn errors(case: &str) -> Vec<String> {
    let path = expected(case);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| line.starts_with("error")).map(str::to_owned).collect()
}
