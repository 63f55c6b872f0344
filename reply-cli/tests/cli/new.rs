use insta::assert_snapshot;

use crate::project::{Project, REGISTRY};

/// The lines that a change added, and whether it did nothing else.
fn added(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let rest = before.len() - start;
    assert_eq!(before[start..], after[after.len() - rest..], "a line was touched");
    let context = start.saturating_sub(3);
    format!("{}\n", after[context..(after.len() - rest + 2).min(after.len())].join("\n"))
}

#[test]
fn a_code_goes_into_its_place_and_nothing_else_changes() {
    let project = Project::new();
    let screen = project.screen(&[
        "new",
        "WA",
        "RES",
        "I",
        "TOO_DEEP",
        "--message",
        "'{target}' lies {depth} levels deep.",
        "--param",
        "target=address",
        "--param",
        "depth=count",
        "--summary",
        "Too deep.",
        "--explain",
        "Go up.",
    ]);
    assert_snapshot!("new_screen", screen);
    // 002 is a tombstone, so this is 003.
    assert_snapshot!("new_entry", added(REGISTRY, &project.read("registry.toml")));
}

#[test]
fn each_place() {
    for (cluster, key, after) in [
        (["WA", "RES", "S"], "A", "since   = \"0.1.0\"\n\n[[reply]]\ncode    = \"WA-RES-S-002\""),
        (["WA", "SYS", "I"], "B", "# ── WA ──\n\n[[reply]]\ncode    = \"WA-SYS-I-001\""),
        (["WA", "VAL", "I"], "C", "reader yet\"\n\n[[reply]]\ncode    = \"WA-VAL-I-001\""),
        (["EN", "SYS", "D"], "D", "reader yet\"\n\n[[reply]]\ncode    = \"EN-SYS-D-001\""),
        (["MCP", "VAL", "I"], "F", "since   = \"0.1.0\"\n\n[[reply]]\ncode    = \"MCP-VAL-I-002\""),
    ] {
        let project = Project::new();
        assert!(project.run(&[&["new"][..], &cluster, &[key]].concat()).status.success(), "{cluster:?}");
        let text = project.read("registry.toml");
        assert!(text.contains(after), "{cluster:?}:\n{text}");
        added(REGISTRY, &text);
    }
}

#[test]
fn a_comment_stays_with_the_entry_it_stands_above() {
    let project = Project::new();
    project.edit(
        "registry.toml",
        "[[reply]]\ncode    = \"WA-RES-S-001\"",
        "# Mine.\n[[reply]]\ncode    = \"WA-RES-S-001\"",
    );
    project.run(&["new", "WA", "SYS", "I", "EARLY"]);
    assert!(project.read("registry.toml").contains("# Mine.\n[[reply]]\ncode    = \"WA-RES-S-001\""));
}

#[test]
fn windows_line_ends_and_a_missing_last_one_are_kept() {
    let project = Project::new();
    project.file("registry.toml", REGISTRY.replace('\n', "\r\n").trim_end());
    assert!(project.run(&["new", "MCP", "VAL", "I", "LATE"]).status.success());
    let text = project.read("registry.toml");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    assert!(text.starts_with(REGISTRY.replace('\n', "\r\n").trim_end()));
}

/// A type is a promise: none is guessed, and the refusal has the flags to add.
#[test]
fn a_parameter_without_a_type_is_refused_with_the_flags_to_add() {
    let project = Project::new();
    let message = "'{target}' {problems} '{name}' {size} {nearest}.";
    let call = ["new", "WA", "READ", "I", "KINDS", "--param", "nearest=[text]", "--message", message];
    assert_snapshot!(project.screen(&call), @r"
    ---- stderr
    error: `{target}`, `{problems}`, `{name}`, `{size}` have no type
     = help: add --param target=address --param problems='[problem]' --param name=text --param size=count, or the types you mean: text, word, address, route, url, count, number, flag, code, id, problem, and '[text]' for a list
    ---- exit status 2
    ");
    assert_eq!(project.read("registry.toml"), REGISTRY);
    let flags = [
        "--param",
        "target=address",
        "--param",
        "problems=[problem]",
        "--param",
        "name=word",
        "--param",
        "size=number",
    ];
    assert!(project.run(&[&call[..], &flags].concat()).status.success());
    let params = "params  = { target = \"address\", problems = [\"problem\"], name = \"word\", size = \"number\", nearest = [\"text\"] }";
    assert!(project.read("registry.toml").contains(params), "{}", project.read("registry.toml"));
}

/// What the macro would refuse is refused before anything is written.
#[test]
fn refusals() {
    let project = Project::new();
    for (args, rule, status) in [
        (&["EN", "SYS", "I", "X"][..], "rule: LAYER_MAY_ANSWER", 1),
        (&["WA", "SYS", "D", "X"], "rule: LAYER_MAY_ANSWER", 1),
        (&["WA", "FILE", "I", "X"], "rule: AREA_FORBIDDEN", 1),
        (&["WA", "REST", "I", "X"], "did you mean `RES`?", 1),
        (&["WA", "RES", "I", "PATH_NOT_FOUND"], "rule: KEY_UNIQUE", 1),
        (&["WA", "RES", "I", "9TH"], "rule: KEY_FORMAT", 1),
        (&["WA", "RES", "I", "X", "--message", "no capital."], "rule: MESSAGE_SENTENCE", 1),
        (&["WA", "RES", "I", "X", "--message", "A {b"], "rule: PLACEHOLDER_SYNTAX", 1),
        (&["WA", "RES", "I", "X", "--message", "A {type}.", "--param", "type=count"], "rule: PARAM_NAME", 1),
        (&["WA", "RES", "I", "X", "--message", "A {b}.", "--param", "b=text"], "rule: MESSAGE_QUOTES", 1),
        (&["WA", "RES", "S", "X", "--message", "A {b}."], "rule: SUCCESS_HAS_NO_PARAMS", 1),
        (&["WA", "RES", "I", "X", "--since", "soon"], "rule: SINCE_VERSION", 1),
        (&["WA", "RES", "I", "X", "--param", "b=strange"], "the types are text, word", 2),
        (&["WA", "RES", "I", "X", "--message", "A.", "--param", "b=text"], "has no placeholder `{b}`", 2),
        (&["XX", "RES", "I", "X"], "there is no layer `XX`", 2),
        (&["WA", "LONGAREA", "I", "X"], "the areas are SYS, RES, READ, VAL", 2),
        (&["WA", "RES", "W", "X"], "there is no reply type `W`", 2),
        (&["WA", "RES"], "TYPE is missing", 2),
    ] {
        let screen = project.screen(&[&["new"], args].concat());
        assert!(screen.contains(rule), "{args:?}: {screen}");
        assert!(screen.ends_with(&format!("exit status {status}\n")), "{args:?}: {screen}");
        assert_eq!(project.read("registry.toml"), REGISTRY, "{args:?}");
    }
}

#[test]
fn a_refusal_shows_the_line_that_would_have_been() {
    assert_snapshot!(Project::new().screen(&["new", "EN", "RES", "I", "NOT_MINE"]));
}
