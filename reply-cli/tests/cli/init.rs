use insta::assert_snapshot;

use crate::project::Project;

fn empty() -> Project {
    Project::empty()
        .with("Cargo.toml", "[package]\nname = \"hello\"\nversion = \"0.2.0\"\n")
        .with("src/main.rs", "fn main() {}\n")
}

#[test]
fn a_new_author_gets_a_registry_its_lock_and_the_call() {
    let project = empty();
    assert_snapshot!("init_screen", project.screen(&["init"]));
    assert_snapshot!("init_registry", project.read("registry.toml"));
    assert_snapshot!("init_source", project.read("src/replies.rs"));

    // Nothing is pinned until it is published; then all is in order.
    project.edit("registry.toml", "SRV = {", "MORE = { owner = \"more\", types = [\"S\"] }\nSRV = {");
    assert!(project.screen(&["check"]).contains("rule: LOCK_FRESH"));
    assert!(project.screen(&["revise", "--because", "x"]).contains("nothing is published yet"));
    assert!(project.run(&["lock"]).status.success());
    assert!(project.read("src/replies.rs").contains("layers { APP: SIE, MORE: S, SRV: SIE }"));
    assert!(project.run(&["check"]).status.success(), "{}", project.screen(&["check"]));
    project.edit("registry.toml", "MORE = {", "LESS = {");
    assert!(project.screen(&["lock"]).contains("rule: LAYERS_PINNED"));
}

#[test]
fn the_command_that_it_proposes_works_as_it_stands() {
    let project = empty();
    project.run(&["init"]);
    let message = "There is no '{name}'.";
    let call = ["new", "APP", "DATA", "I", "NOT_FOUND", "--message", message, "--param", "name=text"];
    assert_snapshot!(project.screen(&call), @r"
    return Err(rb.invalid(&voice, crate::replies::app::invalid::NotFound { name })); // voice: Voice<crate::replies::App>, name: Text
    codes!(YourTool { …; crate::replies::app::invalid::NotFound, … });
    ---- stderr
    added APP-DATA-I-001 in registry.toml:61
    next: write its `summary`, `explain` there, then use it:
    and declare it where the tool lists its codes:
    then test it, and publish it with `cargo reply lock` and `cargo reply check --fix`
    ---- exit status 0
    ");
}

#[test]
fn layers_and_areas_are_the_authors_own() {
    let project = empty();
    let flags = [
        "--layer",
        "shlf=SIE:the shelves",
        "--layer",
        "RULE=DE:the house rules",
        "--layer",
        "DESK=SIE",
        "--area",
        "BOOK=A book",
        "--leak-gate",
        "strict",
    ];
    let screen = project.screen(&[&["init"], &flags[..]].concat());
    assert!(screen.ends_with("exit status 0\n"), "{screen}");
    let text = project.read("registry.toml");
    assert!(text.contains("SHLF = { owner = \"the shelves\", types = [\"S\", \"I\", \"E\"] }"), "{text}");
    assert!(text.contains("crash         = \"DESK-CALL-E-001\""), "{text}");
    assert!(text.contains("leak_gate = \"strict\"") && text.contains("BOOK = \"A book\"\n"), "{text}");
    assert!(project.read("src/replies.rs").contains("layers { SHLF: SIE, RULE: DE, DESK: SIE }"));
    assert!(project.run(&["new", "RULE", "BOOK", "D", "LOAN_REFUSED"]).status.success());
}

#[test]
fn it_refuses_what_is_there_and_what_cannot_be() {
    let project = empty();
    for (args, expected) in [
        (&["--denier", "GATEKEEPER"][..], "rule: LAYER_NAME"),
        (&["--layer", "AA=SIE", "--layer", "BB=SDIE"], "rule: DENIER_NEVER_INVALID"),
        (&["--layer", "AA=SIE", "--layer", "BB=D", "--denier", "CC"], "rule: DENIALS_ONE_LAYER"),
        (&["--layer", "AA=SW"], "`AA=SW` is not a layer"),
        (&["--layer", "AA=S"], "no layer may answer both I and E"),
        (&["--area", "BOOK"], "`BOOK` is not an area"),
        (&["--area", "BOOKSHELF=Books"], "rule: AREA_NAME"),
        (&["--leak-gate", "some"], "rule: LEAK_GATE_KNOWN"),
        (&["nowhere"], "there is no package in `nowhere`"),
    ] {
        let screen = project.screen(&[&["init"], args].concat());
        assert!(screen.contains(expected), "{args:?}: {screen}");
        assert!(!project.path("registry.toml").exists() && !project.path("src/replies.rs").exists(), "{args:?}");
    }
    for file in ["registry.toml", "registry.lock", "src/replies.rs"] {
        let project = empty().with(file, "mine\n");
        let screen = project.screen(&["init"]);
        assert!(
            screen.contains("exists, and nothing is overwritten") && screen.ends_with("exit status 2\n"),
            "{screen}"
        );
        assert_eq!(project.read(file), "mine\n");
    }
}
