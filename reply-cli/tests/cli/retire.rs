use insta::assert_snapshot;

use crate::project::{Project, REGISTRY};

#[test]
fn a_code_becomes_a_tombstone_and_its_uses_are_named() {
    let project = Project::new();
    let screen = project.screen(&["retire", "PATH_NOT_FOUND", "--because", "all paths are found"]);
    assert!(screen.contains("nothing was written"), "a code that a tombstone points to stays: {screen}");
    project.edit("registry.toml", ", instead = \"WA-RES-I-001\"", "");

    assert_snapshot!(project.screen(&[
        "retire",
        "PATH_NOT_FOUND",
        "--because",
        "all paths are found",
        "--instead",
        "WA-RES-S-001"
    ]));
    let line = "since   = \"0.1.0\"\nretired = { since = \"0.3.0\", because = \"all paths are found\", instead = \"WA-RES-S-001\" }\n";
    assert!(project.read("registry.toml").contains(line), "{}", project.read("registry.toml"));
    assert!(project.run(&["lock"]).status.success());
}

#[test]
fn a_reserved_code_loses_its_reservation_and_its_exemption() {
    let project = Project::new();
    project.file(
        "registry.exempt.toml",
        "# Kept.\n\n[[exempt]]\ncode = \"WA-READ-I-001\"\nchecks = [\"tested\"]\nbecause = \"later\"\n",
    );
    assert!(project.run(&["retire", "WA-READ-I-001", "--because", "nothing is read"]).status.success());
    let text = project.read("registry.toml");
    assert_eq!(
        text,
        REGISTRY.replace(
            "reserved = \"there is no reader yet\"",
            "retired  = { since = \"0.3.0\", because = \"nothing is read\" }"
        )
    );
    assert_eq!(project.read("registry.exempt.toml").trim(), "# Kept.");
}

#[test]
fn its_number_is_never_given_again() {
    let project = Project::new();
    project.run(&["new", "WA", "READ", "S", "ONE"]);
    project.run(&["retire", "ONE", "--because", "no"]);
    project.run(&["new", "WA", "READ", "S", "TWO"]);
    let text = project.read("registry.toml");
    assert!(text.contains("code    = \"WA-READ-S-002\"\nkey     = \"TWO\""), "{text}");
}

#[test]
fn refusals() {
    let project = Project::new();
    for (args, expected) in [
        (&["WA-RES-I-002", "--because", "x"][..], "WA-RES-I-002 is retired already, since 0.2.0"),
        (&["WA-RES-I-004", "--because", "x"], "nearest: WA-RES-I-001"),
        (&["CRASH", "--because", "x"], "rule: ROLE_NAMES_CODE"),
        (&["WA-RES-S-001", "--because", ""], "rule: FIELD_REQUIRED"),
        (&["WA-RES-S-001", "--because", "x", "--instead", "WA-RES-I-002"], "rule: REPLACEMENT_ACTIVE"),
        (&["WA-RES-S-001"], "--because <TEXT>"),
    ] {
        let screen = project.screen(&[&["retire"], args].concat());
        assert!(screen.contains(expected), "{args:?}: {screen}");
        assert_eq!(project.read("registry.toml"), REGISTRY);
    }
}
