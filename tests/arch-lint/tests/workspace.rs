//! The sources of the workspace keep the rules (L23, L24, L60, L65, L82).
#![allow(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use std::path::{Path, PathBuf};

use arch_lint::{Rule, Source, check, findings, sources};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn l82_the_workspace_breaks_no_rule_that_is_not_allowed_for_a_reason() {
    let found: Vec<String> = check(&root()).unwrap().iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{}\n\nshow them again: cargo run -q -p arch-lint", found.join("\n\n"));
}

#[test]
fn l82_every_source_is_looked_at() {
    let sources = sources(&root()).unwrap();
    for path in [
        "enforcement/src/policy/mod.rs",
        "tests/world/ui/pass/l46-enforcement-reads-the-domain.rs",
        "tests/bench/build.rs",
    ] {
        assert!(sources.iter().any(|source| source.path() == path), "{path}");
    }
    assert!(sources.iter().all(|source| !source.path().contains("target/")));
}

/// Plants a line at the end of a real source and lints it again.
fn planted(path: &str, line: &str) -> Vec<Rule> {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    let before = findings(&Source::parse(path, &text).unwrap()).len();
    let after = findings(&Source::parse(path, &format!("{text}\n{line}\n")).unwrap());
    after.into_iter().skip(before).map(|finding| finding.rule).collect()
}

#[test]
fn l60_a_question_of_permission_planted_in_the_adapter_is_found() {
    let rows = [
        ("fn is_writable(target: &Resolved) -> bool { true }", Rule::OnlyEnforcementJudges),
        ("fn early(target: &Resolved) -> bool { target.domain == Domain::Vanilla }", Rule::DomainIsEnforcements),
    ];
    for (line, rule) in rows {
        assert_eq!(planted("world-adapter/src/read/tree.rs", line), [rule], "{line}");
    }
}

#[test]
fn l65_a_second_list_of_mods_planted_in_the_session_is_found() {
    for line in ["struct S { live_mods: u8 }", "struct S { chosen: Vec<Mod> }", "fn f() { let mod_whitelist = 1; }"] {
        let rules = planted("world-adapter/src/session/current.rs", line);
        assert!(rules == [Rule::OneListOfMods] || rules == [Rule::NoListOfThePermitted], "{line}: {rules:?}");
    }
}

#[test]
fn l24_a_branch_on_a_message_planted_in_the_adapter_is_found() {
    let line = "fn f(answer: &Value) -> bool { answer[\"error\"][\"message\"] == \"Not found.\" }";
    assert_eq!(planted("world-adapter/src/read/tree.rs", line), [Rule::MessagesAreForPeople]);
}

#[test]
fn l23_a_start_planted_in_the_adapter_is_found() {
    for line in
        ["fn f() { replies::start(crashes); }", "use replies::{Wa, start};", "fn f() { tests_started::program(); }"]
    {
        assert_eq!(planted("world-adapter/src/read/tree.rs", line), [Rule::OneStart], "{line}");
    }
}

#[test]
fn l09_a_code_as_a_text_planted_in_the_server_is_found() {
    let line = "fn f(code: &str) -> bool { code == \"WA-RES-I-001\" }";
    assert_eq!(planted("server/src/app.rs", line), [Rule::CodesAreTypes]);
}

#[test]
fn l22_a_tool_that_declares_every_code_is_found() {
    let line = "fn f(rb: ReplyBuilder<'_, AnyCode>) {}";
    assert_eq!(planted("ck3-dir/src/lib.rs", line), [Rule::AnyCodeIsForTests]);
}
