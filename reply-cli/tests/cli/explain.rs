use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn a_code_is_explained_by_itself_and_by_its_key() {
    let project = Project::new();
    let by_code = project.screen(&["explain", "WA-RES-I-001"]);
    assert_eq!(by_code, project.screen(&["explain", "path_not_found"]));
    assert_snapshot!(by_code);
}

#[test]
fn a_retired_code_says_why_and_what_instead() {
    assert_snapshot!(Project::new().screen(&["explain", "WA-RES-I-002"]));
}

#[test]
fn a_role_is_constructed_by_the_wrapper() {
    let screen = Project::new().screen(&["explain", "CRASH"]);
    assert!(screen.contains("by the safety wrapper, as its role `crash`"), "{screen}");
}

#[test]
fn an_unknown_code_comes_with_the_nearest() {
    let project = Project::new();
    assert_snapshot!(project.screen(&["explain", "WA-RES-I-009"]), @r"
    ---- stderr
    error: there is no code, key or rule `WA-RES-I-009`
     = help: nearest: WA-RES-I-001, WA-RES-I-002, WA-RES-S-001; `cargo reply list` shows all codes
    ---- exit status 1
    ");
    assert!(project.screen(&["explain", "PATH_NOT_FOND"]).contains("nearest: PATH_NOT_FOUND"));
}

#[test]
fn a_rule_is_explained_too() {
    assert_snapshot!(Project::new().screen(&["explain", "PARAM_NO_DELETE"]));
}

#[test]
fn the_examples_of_a_rule_are_of_the_registry_at_hand() {
    assert_snapshot!(Project::new().screen(&["explain", "CODE_TESTED"]));
    let none = Project::empty().with("registry.toml", "").screen(&["explain", "CODE_TESTED"]);
    assert!(none.contains("`app::Invalid::NotFound`"), "{none}");
}

#[test]
fn programs_get_json() {
    let output = Project::new().run(&["explain", "WA-RES-I-001", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["key"], "PATH_NOT_FOUND");
    assert_eq!(json["constructed"], serde_json::json!(["app/src/lib.rs:12"]));
}

#[test]
fn a_pipe_gets_plain_text_and_a_wish_gets_colour() {
    let project = Project::new();
    assert!(!project.screen(&["explain", "CRASH"]).contains('\u{1b}'));
    assert!(project.screen(&["--color", "always", "explain", "CRASH"]).contains('\u{1b}'));
}
