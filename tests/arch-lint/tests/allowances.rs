//! An allowance is exact, gives its reason, and goes when it is no longer needed (L82).
#![allow(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use arch_lint::{Allowances, LintFinding, Rule, Source, findings};

const CODE: &str = "fn f() { std::fs::read(\"a\"); println!(\"x\"); }";

/// What is left of two findings in `server/src/x.rs` under some lines of allowance.
fn left(lines: &[&str]) -> Vec<LintFinding> {
    let found = findings(&Source::parse("server/src/x.rs", CODE).unwrap());
    assert_eq!(found.len(), 2);
    Allowances::parse(&format!("allow = [\n{}\n]", lines.join("\n"))).unwrap().apply(found)
}

fn rules(lines: &[&str]) -> Vec<Rule> {
    left(lines).into_iter().map(|finding| finding.rule).collect()
}

const REASON: &str = "reason = \"it has to, because of this\"";

#[test]
fn l82_an_allowance_covers_one_thing_in_one_file() {
    let line = format!(
        "{{ path = \"server/src/x.rs\", rule = \"FILES_THROUGH_LISTED_MODULES\", what = \"std::fs\", {REASON} }},"
    );
    assert_eq!(rules(&[&line]), [Rule::StdoutIsTheProtocols]);
}

#[test]
fn l82_nothing_is_allowed_for_a_folder_a_pattern_or_a_rule_as_a_whole() {
    for (path, what) in
        [("server/src", "std::fs"), ("server/*", "std::fs"), ("server/src/x.rs", ""), ("server/src/x.rs", "*")]
    {
        let line =
            format!("{{ path = {path:?}, rule = \"FILES_THROUGH_LISTED_MODULES\", what = {what:?}, {REASON} }},");
        let expected = [Rule::FilesThroughListedModules, Rule::StdoutIsTheProtocols, Rule::AllowancesAreNeeded];
        assert_eq!(rules(&[&line]), expected, "{path} {what}");
    }
}

#[test]
fn l82_an_allowance_that_nothing_needs_is_a_finding_at_its_line() {
    let line =
        format!("    {{ path = \"server/src/x.rs\", rule = \"ONE_START\", what = \"replies::start\", {REASON} }},");
    let last = left(&[&line]).pop().unwrap();
    assert_eq!((last.place.file.as_str(), last.place.line, last.place.column), ("arch-allow.toml", 2, 5));
    insta::assert_snapshot!(last);
}

#[test]
fn l82_an_allowance_without_a_reason_or_with_an_unknown_rule_is_a_finding() {
    let rows = [
        "{ path = \"server/src/x.rs\", rule = \"FILES_THROUGH_LISTED_MODULES\", what = \"std::fs\", reason = \"needed\" },",
        "{ path = \"server/src/x.rs\", rule = \"FILES_THROUGH_LISTED_MODULES\", what = \"std::fs\" },",
        "{ path = \"server/src/x.rs\", rule = \"FILES\", what = \"std::fs\", reason = \"it has to, because of this\" },",
    ];
    for line in rows {
        assert_eq!(rules(&[line]).last(), Some(&Rule::AllowancesAreNeeded), "{line}");
    }
}
