use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn a_project_in_order_has_no_findings() {
    assert_snapshot!(Project::new().screen(&["check"]), @r"
    ---- stderr
    registry.toml: 8 codes, no findings
    ---- exit status 0
    ");
}

#[test]
fn it_works_from_any_folder_and_on_another_registry() {
    let project = Project::new();
    assert!(project.run_in("app/src", &["check"]).status.success());
    assert!(project.run_in("app", &["check", "--registry", "../registry.toml"]).status.success());
}

#[test]
fn a_registry_with_other_layers_is_checked_by_its_own() {
    let project = Project::new();
    let foreign = crate::project::REGISTRY
        .replace("WA", "SHLF")
        .replace("MCP", "DESK")
        .replace("EN  = { owner = \"enforcement\", types = [\"S\", \"D\", \"E\"] }\n", "")
        .replace(
            "CT  = { owner = \"contracts\", types = [\"S\", \"I\", \"E\"] }\n",
            "RULE = { owner = \"rules\", types = [\"D\"] }\n",
        );
    std::fs::remove_file(project.path("registry.lock")).unwrap();
    project
        .file("registry.toml", &foreign)
        .edit("replies/src/lib.rs", "WA: SIE, EN: SDE, CT: SIE, MCP: SIE", "SHLF: SIE, RULE: D, DESK: SIE")
        .file("app/src/lib.rs", &project.read("app/src/lib.rs").replace("replies::wa", "replies::shlf"));
    assert!(project.run(&["lock"]).status.success());
    for command in [&["docs"][..], &["schema"], &["bindings"], &["check"], &["list"], &["explain", "CRASH"]] {
        let screen = project.screen(command);
        assert!(screen.ends_with("exit status 0\n"), "{command:?}: {screen}");
        assert!(!screen.contains("WA") && !screen.contains("MCP"), "{command:?}: {screen}");
        assert!(!cites_a_law(&screen), "{command:?}: {screen}");
    }
    for file in
        ["docs/codes.md", "docs/codes.html", "registry.schema.json", "registry.lock", "bindings/typescript/replies.ts"]
    {
        let text = project.read(file);
        assert!(!text.contains("WA-") && !text.contains("MCP") && text.contains("SHLF"), "{file}");
    }
    project.edit("registry.toml", "\"SHLF-RES-S-001\"", "\"SHLF-RES-D-001\"");
    let screen = project.screen(&["check"]);
    assert!(screen.contains("a refusal by policy is RULE's to give"), "{screen}");
    assert!(!cites_a_law(&screen), "{screen}");
}

/// The laws of the project that this program comes from have no meaning for another one.
fn cites_a_law(text: &str) -> bool {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words
        .filter_map(|word| word.strip_prefix('L'))
        .any(|rest| rest.len() >= 2 && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

#[test]
fn no_rule_is_explained_with_a_law_or_a_code_of_another_registry() {
    let project = Project::new();
    for rule in reply_registry::Rule::ALL {
        let screen = project.screen(&["explain", rule.name()]);
        assert!(!cites_a_law(&screen), "{screen}");
        assert!(!screen.contains("NotFound"), "{screen}");
    }
}

#[test]
fn what_the_compiler_refuses_it_refuses_in_the_same_words() {
    let project = Project::new();
    project.edit("registry.toml", "\"WA-RES-S-001\"", "\"WA-RES-D-001\"");
    assert_snapshot!(project.screen(&["check"]));
}

#[test]
fn a_code_that_nothing_constructs_or_tests_is_a_finding() {
    let project = Project::new();
    project
        .edit("app/src/lib.rs", "    Resolved\n", "    // Resolved, and \"Resolved\", do not count\n    todo!()\n")
        .edit("app/tests/codes.rs", "Code::Resolved", "\"WA-RES-S-001\" // Code::Resolved");
    assert_snapshot!(project.screen(&["check"]));
}

#[test]
fn a_type_of_the_same_name_is_not_the_code() {
    let project = Project::new();
    project.edit("app/src/lib.rs", "success::Resolved}", "success}").edit(
        "app/src/lib.rs",
        "pub fn found() -> Resolved {",
        "pub struct Resolved;\n\npub fn found() -> Resolved {",
    );
    let screen = project.screen(&["check"]);
    assert!(screen.contains("WA-RES-S-001 is never constructed outside tests"), "{screen}");
}

#[test]
fn every_way_to_name_a_type_counts() {
    for (import, value) in [
        ("use replies::wa::success::Resolved;", "Resolved"),
        ("use replies::wa::success::Resolved as Found;", "Found"),
        ("use replies::wa::success::*;", "Resolved"),
        ("use replies::{wa::{self, success}};", "success::Resolved"),
        ("use replies::*;", "wa::success::Resolved"),
        ("use replies as r;", "r::wa::success::Resolved"),
        ("", "replies::wa::success::Resolved"),
    ] {
        let project = Project::new();
        project.edit("app/src/lib.rs", "use replies::wa::{invalid, success::Resolved};", "use replies::wa::invalid;");
        project.edit("app/src/lib.rs", "pub fn found() -> Resolved {\n    Resolved\n}", "");
        project.file("app/src/found.rs", &format!("{import}\npub fn found() {{ give({value}); }}\n"));
        let screen = project.screen(&["check"]);
        assert!(!screen.contains("never constructed"), "{import} {screen}");
    }
}

#[test]
fn a_package_that_does_not_build_on_the_registry_does_not_count() {
    let project = Project::new();
    project.edit("app/Cargo.toml", "replies = { path = \"../replies\" }\n", "");
    assert!(project.screen(&["check"]).contains("WA-RES-I-001 is never constructed"));
}

/// What a test says, and whether that asserts WA-RES-S-001.
#[test]
fn a_code_is_tested_by_its_type_or_its_enum_and_by_no_string() {
    for (import, expected, is_tested) in [
        ("use replies::Code;", "Code::Resolved", true),
        ("use replies as r;", "r::Code::Resolved", true),
        ("use replies::wa;", "wa::Success::Resolved", true),
        ("use replies::wa::Success;", "Success::Resolved", true),
        ("use replies::wa::success::Resolved;", "Resolved::CODE", true),
        ("use replies::wa::success::Resolved as Found;", "Found::CODE", true),
        ("use super::*;", "Resolved::CODE", true),
        ("use replies::wa;", "wa::Invalid::Resolved", false),
        ("use other::Kind;", "Kind::Resolved", false),
        ("use replies::wa::success::Resolved;", "\"WA-RES-S-001\"", false),
        ("", "Code::ALL", false),
    ] {
        let project = Project::new();
        project.file(
            "app/tests/codes.rs",
            &format!("{import}\n#[test]\nfn codes() {{\n    assert_eq!(call(), {expected});\n}}\n"),
        );
        let screen = project.screen(&["check"]);
        assert_eq!(!screen.contains("WA-RES-S-001 is asserted by no test"), is_tested, "{import} {expected}: {screen}");
    }
    let project = Project::new();
    project.edit("app/tests/codes.rs", "Code::Resolved", "\"\"");
    project.file("app/tests/snapshots/one.snap", "{ \"code\": \"WA-RES-S-001\" }\n");
    assert!(project.screen(&["check"]).contains("WA-RES-S-001 is asserted by no test"));
}

/// A test file, and whether it asserts WA-RES-S-001 (L09).
#[test]
fn a_code_is_tested_where_a_test_that_runs_asserts_it() {
    let table: [(&str, bool); 14] = [
        ("#[test]\nfn codes() { assert_eq!(call(), Code::Resolved); }", true),
        ("#[tokio::test]\nasync fn codes() { assert!(matches!(call(), Code::Resolved)); }", true),
        ("#[test]\nfn codes() { match call() { Code::Resolved => {} other => panic!(\"{other}\") } }", true),
        ("#[test]\nfn codes() { for code in [Code::Resolved] { assert_eq!(call(), code); } }", true),
        ("const ALL: [Code; 1] = [Code::Resolved];\n#[test]\nfn codes() { assert_eq!(call(), ALL[0]); }", true),
        ("fn check(code: Code) { assert_eq!(call(), code); }\n#[test]\nfn codes() { check(Code::Resolved); }", true),
        ("fn wanted() -> Code { Code::Resolved }\n#[test]\nfn codes() { assert_eq!(call(), wanted()); }", true),
        ("proptest! { #[test] fn codes(n in 0..9) { prop_assert_eq!(call(n), Code::Resolved); } }", true),
        ("pub fn never_called() { let _ = Code::Resolved; }", false),
        (
            "pub fn never_called() { assert_eq!(call(), Code::Resolved); }\n#[test]\nfn other() { assert!(true); }",
            false,
        ),
        ("#[test]\nfn codes() { let _ = Code::Resolved; assert!(call()); }", false),
        ("#[test]\nfn codes() { call(Code::Resolved); }", false),
        ("#[test]\nfn codes() { assert!(call(replies::wa::success::Resolved)); }", false),
        ("const ALL: [Code; 1] = [Code::Resolved];\n#[test]\nfn codes() { assert!(call()); }", false),
    ];
    for (text, is_tested) in table {
        let project = Project::new();
        project.file("app/tests/codes.rs", &format!("use replies::Code;\n{text}\n"));
        let screen = project.screen(&["check"]);
        assert_eq!(!screen.contains("WA-RES-S-001 is asserted by no test"), is_tested, "{text}: {screen}");
    }
}

/// L09: a value that some function makes is not enough; a tool has to list the code, or a law to need it.
#[test]
fn a_code_that_no_tool_declares_is_a_finding_until_an_exemption_names_the_law() {
    let project = Project::new();
    project.edit("app/src/lib.rs", "replies::wa::success::Resolved => Place; ", "; ");
    assert_snapshot!(project.screen(&["check"]));
    // What a component asks of its callers is not what a tool answers; nor is a list in a test.
    let set = "reply_kit::code_set! { pub trait Set = replies::wa::success::Resolved; }\n";
    project.file("app/src/set.rs", set);
    project.file("app/tests/tool.rs", "reply_kit::codes!(Tool { replies::wa::success::Resolved => Place });\n");
    assert!(project.screen(&["check"]).contains("rule: CODE_DECLARED"));

    let exempt = "[[exempt]]\ncode = \"WA-RES-S-001\"\nchecks = [\"declared\"]\nbecause = \"a step\"\n";
    project.file("registry.exempt.toml", exempt);
    let screen = project.screen(&["check"]);
    assert!(screen.contains("the exemption of WA-RES-S-001 from `declared` names no law"), "{screen}");
    project.file("registry.exempt.toml", &format!("{exempt}law = \"section 4 of the design\"\n"));
    assert!(project.run(&["check"]).status.success(), "{}", project.screen(&["check"]));
}

#[test]
fn a_list_of_codes_and_an_enum_construct_nothing() {
    for value in [
        "reply_kit::codes!(Tool { replies::wa::success::Resolved => Data; replies::wa::invalid::PathNotFound });",
        "reply_kit::code_set! { pub trait Set = replies::wa::success::Resolved; }",
        "pub fn found() -> replies::wa::Success { replies::wa::Success::Resolved }",
        "pub fn found() -> replies::Code { replies::Code::Resolved }",
        "pub fn found() -> &'static str { replies::wa::success::Resolved::CODE.as_str() }",
    ] {
        let project = Project::new();
        project.edit("app/src/lib.rs", "pub fn found() -> Resolved {\n    Resolved\n}", value);
        let screen = project.screen(&["check"]);
        assert!(screen.contains("WA-RES-S-001 is never constructed outside tests"), "{value}: {screen}");
    }
}

#[test]
fn the_roles_of_the_wrapper_are_constructed_and_tested_by_it() {
    let project = Project::new();
    let screen = project.screen(&["check"]);
    assert!(!screen.contains("MCP-"), "{screen}");
    // Another code of the same layer is not.
    project.run(&["new", "MCP", "SYS", "E", "OTHER"]);
    let screen = project.screen(&["check"]);
    assert!(
        screen.contains("MCP-SYS-E-004 is never constructed") && screen.contains("MCP-SYS-E-004 is asserted by no")
    );
}

#[test]
fn what_never_runs_neither_constructs_nor_tests() {
    for folder in ["app/tests/ui", "app/benches", "app/examples"] {
        let project = Project::new();
        project
            .edit("app/src/lib.rs", "    Resolved\n", "    todo!()\n")
            .edit("app/tests/codes.rs", "Code::Resolved", "\"\"")
            .file(
                &format!("{folder}/case.rs"),
                "fn main() { give(replies::wa::success::Resolved, replies::Code::Resolved); }\n",
            );
        let screen = project.screen(&["check"]);
        assert!(screen.contains("never constructed") && screen.contains("by no test"), "{folder}: {screen}");
    }
}

#[test]
fn an_exemption_holds_until_it_is_not_needed() {
    let project = Project::new();
    project.edit("app/src/lib.rs", "    Resolved\n", "    todo!()\n").file(
        "registry.exempt.toml",
        "# Why.\n\n[[exempt]]\ncode    = \"WA-RES-S-001\"\nchecks  = [\"constructed\"]\nbecause = \"later\"\n",
    );
    assert!(project.run(&["check"]).status.success());

    project.edit("registry.exempt.toml", "[\"constructed\"]", "[\"constructed\", \"tested\"]");
    assert_snapshot!(project.screen(&["check"]));
    assert!(project.run(&["check", "--fix"]).status.success());
    assert!(project.read("registry.exempt.toml").contains("checks  = [\"constructed\"]\n"));

    project.edit("app/src/lib.rs", "    todo!()\n", "    Resolved\n");
    assert!(!project.run(&["check"]).status.success());
    assert!(project.run(&["check", "--fix"]).status.success());
    assert!(!project.read("registry.exempt.toml").contains("WA-RES-S-001"));
}

#[test]
fn an_exemption_without_a_reason_or_a_check_is_a_finding() {
    let project = Project::new();
    project.file("registry.exempt.toml", "[[exempt]]\ncode = \"WA-RES-S-001\"\nchecks = [\"nice\"]\n");
    assert_snapshot!(project.screen(&["check"]));
}

#[test]
fn what_new_filled_in_is_not_an_explanation() {
    let project = Project::new();
    project.run(&["new", "WA", "READ", "S", "READ_DONE"]);
    let screen = project.screen(&["check"]);
    assert!(screen.contains("rule: CODE_EXPLAINED"), "{screen}");
}

#[test]
fn stale_files_are_findings_with_the_command_that_fixes_them() {
    let project = Project::new();
    for command in [&["docs"][..], &["schema"], &["bindings"]] {
        assert!(project.run(command).status.success());
    }
    assert!(project.run(&["check"]).status.success());
    project.edit("registry.toml", "Nothing is there.", "Nothing is here.");
    std::fs::remove_file(project.path("bindings/python/replies/py.typed")).unwrap();
    assert_snapshot!(project.screen(&["check"]));
    assert!(project.run(&["check", "--fix"]).status.success());
}

#[test]
fn a_stale_lock_is_a_finding_that_fix_leaves_alone() {
    let project = Project::new();
    project.edit(
        "registry.toml",
        "reserved = \"there is no reader yet\"",
        "retired = { since = \"0.3.0\", because = \"no\" }",
    );
    let lock = project.read("registry.lock");
    let screen = project.screen(&["check", "--fix"]);
    assert!(screen.contains("rule: LOCK_FRESH"), "{screen}");
    assert_eq!(project.read("registry.lock"), lock);
}

/// Each edit breaks one promise; the rule that says so has a name.
#[test]
fn breaking_changes_are_found_against_the_lock_and_against_a_revision() {
    let gone = "\n[[reply]]\ncode    = \"WA-RES-I-002\"";
    let table: [(&str, &str, &str); 6] = [
        ("PARAM_NO_DELETE", "tried = \"count\"", "attempts = \"count\""),
        ("PARAM_NO_RETYPE", "tried = \"count\"", "tried = \"number\""),
        ("KEY_NO_CHANGE", "\"PATH_NOT_FOUND\"", "\"NO_PATH\""),
        ("CODE_NO_DELETE", gone, "\n[[reply]]\ncode    = \"WA-RES-I-003\""),
        (
            "RETIRED_NO_REVIVE",
            "retired = { since = \"0.2.0\", because = \"nothing goes away\", instead = \"WA-RES-I-001\" }\n",
            "",
        ),
        ("ACTIVE_NO_UNPUBLISH", "explain = \"Use it.\"", "explain = \"Use it.\"\nreserved = \"later\""),
    ];
    for (rule, from, to) in table {
        let project = Project::new();
        project.git_init().edit("registry.toml", from, to);
        if rule == "PARAM_NO_DELETE" {
            project.edit("registry.toml", "{tried}", "{attempts}");
        }
        let against_lock = project.screen(&["check"]);
        assert!(against_lock.contains(&format!("rule: {rule}")), "{rule}: {against_lock}");
        // The lock can be taken out of the way; history cannot.
        std::fs::remove_file(project.path("registry.lock")).unwrap();
        project.run(&["lock"]);
        assert!(!project.screen(&["check"]).contains(&format!("rule: {rule}")));
        let against_history = project.screen(&["check", "--against", "HEAD"]);
        assert!(against_history.contains(&format!("rule: {rule}")), "{rule}: {against_history}");
        let explained = project.run(&["explain", rule]);
        assert!(explained.status.success());
    }
}

#[test]
fn a_deleted_code_is_shown_where_the_revision_had_it() {
    let project = Project::new();
    project.git_init().edit("registry.toml", "\"WA-RES-I-002\"", "\"WA-RES-I-003\"");
    std::fs::remove_file(project.path("registry.lock")).unwrap();
    project.run(&["lock"]);
    assert_snapshot!(project.screen(&["check", "--against", "HEAD"]));
}

#[test]
fn findings_come_as_json_and_as_annotations() {
    let project = Project::new();
    project.edit("registry.toml", "\"WA-RES-S-001\"", "\"WA-RES-D-001\"");
    let json = project.run(&["check", "--format", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    let found = json["findings"].as_array().unwrap().iter().find(|found| found["rule"] == "LAYER_MAY_ANSWER").unwrap();
    assert_eq!(found["place"]["file"], "registry.toml");
    assert_eq!(found["place"]["line"], 27);
    assert_snapshot!(project.screen(&["check", "--format", "github"]));

    let empty = Project::new().run(&["check", "--format", "json"]).stdout;
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&empty).unwrap(), serde_json::json!({ "findings": [] }));
}

#[test]
fn a_person_who_edits_a_message_edits_nothing_else() {
    let project = Project::new();
    project.run(&["new", "WA", "READ", "I", "TOO_LONG", "--summary", "Too long.", "--explain", "Ask for less."]);
    project.edit("registry.toml", "To be written: what happened.", "'{target}' has {tried} lines.");
    assert!(project.screen(&["check"]).contains("rule: PLACEHOLDER_DECLARED"));
    let screen = project.screen(&["check", "--fix"]);
    let said = "declared the parameters of WA-READ-I-002 in registry.toml: target = \"address\", tried = \"count\"";
    assert!(screen.contains(said), "{screen}");
    let entry = "message = \"'{target}' has {tried} lines.\"\nparams  = { target = \"address\", tried = \"count\" }\n";
    assert!(project.read("registry.toml").contains(entry), "{}", project.read("registry.toml"));

    // Not published yet, so a parameter may go again; a published one may not.
    project.edit("registry.toml", "'{target}' has {tried} lines.", "There are {tried} lines.");
    project.run(&["check", "--fix"]);
    assert!(project.read("registry.toml").contains("params  = { tried = \"count\" }\n"));

    // A name that the registry does not know has no type to take.
    project.edit("registry.toml", "There are {tried} lines.", "There are {lines} lines, {tried} tried.");
    let before = project.read("registry.toml");
    let screen = project.screen(&["check", "--fix"]);
    assert!(screen.contains("placeholder `{lines}` is not a declared parameter"), "{screen}");
    assert_eq!(project.read("registry.toml"), before);
    project.edit("registry.toml", "There are {lines} lines, {tried} tried.", "There are {tried} lines.");

    project.edit("registry.toml", "; {tried} places were tried.", ".");
    let screen = project.screen(&["check", "--fix"]);
    assert!(screen.contains("parameter `tried` does not occur in the message"), "{screen}");
}
