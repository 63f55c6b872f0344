use insta::assert_snapshot;

use crate::project::{Project, REGISTRY};

const BECAUSE: [&str; 3] = ["revise", "--because", "reading has a layer of its own"];

/// A project whose registry has a new layer, a wider one, another area and another gate.
fn changed() -> Project {
    let project = Project::new();
    project
        .edit("registry.toml", "# The answers of a sample.\n", "# The answers of a sample.\nleak_gate = \"off\"\n")
        .edit(
            "registry.toml",
            "MCP = {",
            "READ = { owner = \"the reader\", types = [\"S\", \"E\"], verbatim = true }\nMCP = {",
        )
        .edit(
            "registry.toml",
            "CT  = { owner = \"contracts\", types = [\"S\", \"I\", \"E\"] }",
            "CT  = { owner = \"contracts\", types = [\"I\", \"E\"] }",
        )
        .edit("registry.toml", "VAL  = \"Validation\"\n", "VAL  = \"Validation\"\nFIND = \"Searching\"\n");
    project
}

#[test]
fn a_change_of_the_architecture_is_refused_until_it_is_recorded() {
    let project = changed();
    let lock = project.read("registry.lock");
    for command in [&["check"][..], &["lock"], &["docs"], &["new", "WA", "RES", "S", "X"]] {
        let screen = project.screen(command);
        for rule in ["LAYERS_PINNED", "AREAS_PINNED", "LEAK_GATE_PINNED"] {
            assert!(screen.contains(&format!("rule: {rule}")), "{command:?}: {screen}");
        }
        assert!(screen.contains("`cargo reply revise --because \"…\"`"), "{command:?}: {screen}");
    }
    assert_eq!(project.read("registry.lock"), lock);
}

#[test]
fn a_revision_is_recorded_everywhere_at_once() {
    let project = changed();
    let before = project.read("registry.toml");
    std::fs::create_dir(project.path("docs")).unwrap();
    project.file("docs/codes.md", "stale");
    assert_snapshot!(project.screen(&BECAUSE));

    let added = "\n[[revision]]\nsince   = \"0.3.0\"\nbecause = \"reading has a layer of its own\"\n";
    let after = project.read("registry.toml");
    assert_eq!(after.replacen(added, "", 1), before, "nothing else changes");
    assert!(after.contains(&format!("FILE = \"a tool; reading is READ\"\n{added}")), "{after}");
    let source = project.read("replies/src/lib.rs");
    assert!(source.contains("layers { WA: SIE, EN: SDE, CT: IE, READ: SE, MCP: SIE });"), "{source}");
    assert!(project.read("registry.lock").starts_with("# The architecture"));
    assert!(project.read("registry.lock").contains("layer     READ SE verbatim\n"));
    let docs = project.read("docs/codes.md");
    assert!(docs.contains("| 0.3.0 | reading has a layer of its own |") && docs.contains("`off`: nothing"), "{docs}");
    assert!(project.run(&["check"]).status.success(), "{}", project.screen(&["check"]));
    assert!(project.run(&["lock", "--check"]).status.success());
    assert_eq!(project.run(&BECAUSE).status.code(), Some(2), "once");

    // A second one comes after the first.
    project.edit("registry.toml", "FIND = \"Searching\"\n", "");
    assert!(project.run(&["revise", "--because", "it is READ", "--since", "0.4.0"]).status.success());
    let second = format!("{added}\n[[revision]]\nsince   = \"0.4.0\"\nbecause = \"it is READ\"\n");
    assert!(project.read("registry.toml").contains(&second), "{}", project.read("registry.toml"));
}

#[test]
fn no_code_is_published_by_it() {
    let project = changed();
    project.edit("registry.toml", "# ── MCP ──\n", "# ── MCP ──\n\n[[reply]]\ncode = \"READ-FIND-S-001\"\nkey = \"FOUND\"\nsummary = \"Found.\"\nexplain = \"Use it.\"\nsince = \"0.3.0\"\n");
    assert!(project.run(&BECAUSE).status.success(), "{}", project.screen(&BECAUSE));
    assert!(!project.read("registry.lock").contains("READ-FIND-S-001"));
}

#[test]
fn a_call_that_states_no_layers_or_the_same_is_left_alone() {
    let project = Project::new();
    project.edit("registry.toml", "VAL  = \"Validation\"\n", "VAL  = \"Validation\"\nFIND = \"Searching\"\n");
    let source =
        "reply_kit::registry!(\"../../registry.toml\", layers {\n    WA: SIE, EN: SDE,\n    CT: SIE, MCP: SIE,\n});\n";
    project.file("replies/src/lib.rs", source);
    assert!(project.run(&BECAUSE).status.success());
    assert_eq!(project.read("replies/src/lib.rs"), source);
}

#[test]
fn refusals() {
    let project = Project::new();
    let screen = project.screen(&BECAUSE);
    assert!(screen.contains("layers, areas and leak gate are as published"), "{screen}");
    assert!(screen.ends_with("exit status 2\n"));

    let project = changed();
    assert!(project.screen(&["revise"]).contains("--because <TEXT>"));
    let before = (project.read("registry.toml"), project.read("registry.lock"));
    for (args, expected) in [
        (&["revise", "--because", " "][..], "gives no reason"),
        (&["revise", "--because", "x", "--since", "soon"], "does not say since when"),
    ] {
        let screen = project.screen(args);
        assert!(screen.contains(expected) && screen.ends_with("exit status 1\n"), "{args:?}: {screen}");
    }
    assert_eq!((project.read("registry.toml"), project.read("registry.lock")), before);

    // Whatever else is wrong comes first.
    project.edit("registry.toml", "\"PATH_NOT_FOUND\"", "\"NO_PATH\"");
    let screen = project.screen(&BECAUSE);
    assert!(screen.contains("rule: KEY_NO_CHANGE") && screen.contains("nothing was recorded"), "{screen}");
    assert!(!screen.contains("LAYERS_PINNED"), "{screen}");

    // One written by hand is not one that was recorded.
    let project = Project::new();
    project.edit("registry.toml", "[roles]", "[[revision]]\nsince = \"0.1.0\"\nbecause = \"by hand\"\n\n[roles]");
    assert!(project.screen(&BECAUSE).contains("1 revision of the architecture in the registry, 0 in the lock"));
    std::fs::remove_file(project.path("registry.lock")).unwrap();
    assert!(project.screen(&BECAUSE).contains("nothing is published yet"));
}

#[test]
fn against_a_revision_of_git_a_recorded_change_is_not_a_finding_and_a_silent_one_is() {
    let project = Project::new();
    project.git_init().edit(
        "registry.toml",
        "VAL  = \"Validation\"\n",
        "VAL  = \"Validation\"\nFIND = \"Searching\"\n",
    );
    assert!(project.run(&BECAUSE).status.success());
    assert!(
        project.run(&["check", "--against", "HEAD"]).status.success(),
        "{}",
        project.screen(&["check", "--against", "HEAD"])
    );
    let diff = project.screen(&["diff", "HEAD"]);
    assert!(
        diff.contains("### Architecture\n\n- area FIND is new\n- since 0.3.0: reading has a layer of its own\n"),
        "{diff}"
    );

    // The lock can be taken out of the way; history cannot.
    project.file(
        "registry.toml",
        &REGISTRY.replace("VAL  = \"Validation\"\n", "VAL  = \"Validation\"\nFIND = \"Searching\"\n"),
    );
    std::fs::remove_file(project.path("registry.lock")).unwrap();
    assert!(project.run(&["lock"]).status.success());
    assert!(project.screen(&["check", "--against", "HEAD"]).contains("rule: AREAS_PINNED"));
}
