//! What goes wrong around the program: a clear error, and nothing changed.

use insta::assert_snapshot;

use crate::project::{Project, REGISTRY};

#[test]
fn merge_conflict_markers_are_named_and_nothing_is_written() {
    let project = Project::new();
    let conflict = REGISTRY.replacen(
        "key     = \"RESOLVED\"\n",
        "<<<<<<< HEAD\nkey     = \"RESOLVED\"\n=======\nkey     = \"FOUND\"\n>>>>>>> other\n",
        1,
    );
    project.file("registry.toml", &conflict);
    assert_snapshot!(project.screen(&["check"]));
    for args in [&["new", "WA", "RES", "I", "X"][..], &["retire", "CRASH", "--because", "x"], &["lock"], &["docs"]] {
        let screen = project.screen(args);
        assert!(screen.contains("an unresolved merge conflict"), "{args:?}: {screen}");
        assert_eq!(project.read("registry.toml"), conflict);
    }
    assert!(!project.path("docs").exists());
}

#[test]
fn a_read_only_file_is_left_alone() {
    let project = Project::new();
    let file = project.path("registry.toml");
    let mut permissions = std::fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions).unwrap();
    assert_snapshot!(project.screen(&["new", "WA", "RES", "I", "X"]), @r"
    ---- stderr
    error: cannot write `registry.toml`: it is read-only; nothing was changed
     = help: make the file writable first
    ---- exit status 2
    ");
    assert_eq!(project.read("registry.toml"), REGISTRY);
    let left = std::fs::read_dir(project.path("")).unwrap().flatten();
    assert!(
        !left.into_iter().any(|entry| entry.file_name().to_string_lossy().ends_with(".new")),
        "something is left over"
    );
}

#[test]
fn a_folder_that_cannot_be_made_changes_nothing() {
    let project = Project::new();
    project.file("bindings", "a file where a folder should be\n");
    let screen = project.screen(&["bindings"]);
    assert!(screen.contains("cannot write") && screen.ends_with("exit status 2\n"), "{screen}");
    assert_eq!(project.read("bindings"), "a file where a folder should be\n");
}

#[test]
fn outside_a_repository_git_is_not_there_to_ask() {
    let project = Project::new();
    for args in [&["check", "--against", "main"][..], &["diff", "main"], &["hook", "install"], &["hook", "run"]] {
        let screen = project.screen(args);
        assert!(screen.contains("error: this is not a git repository"), "{args:?}: {screen}");
        assert!(screen.ends_with("exit status 2\n"));
    }
}

#[test]
fn an_unknown_revision_is_named() {
    let project = Project::new();
    project.git_init();
    for args in [
        &["check", "--against", "nowhere"][..],
        &["diff", "nowhere"],
        &["diff", "main..nowhere"],
        &["diff", "nowhere..main"],
    ] {
        let screen = project.screen(args);
        assert!(screen.contains("error: git knows no revision `nowhere`"), "{args:?}: {screen}");
        assert!(screen.ends_with("exit status 2\n"));
    }
    assert!(project.screen(&["check", "--against=--help"]).contains("git knows no revision `--help`"));
}

#[test]
fn a_revision_without_the_registry_is_named() {
    let project = Project::new();
    project.git(&["init", "-q", "-b", "main"]).git(&["commit", "-qm", "nothing", "--allow-empty"]);
    assert!(project.screen(&["diff", "main"]).contains("`registry.toml` does not exist at revision `main`"));
}

#[test]
fn no_registry_and_a_wrong_one() {
    let empty = tempfile::tempdir().unwrap();
    let output = crate::project::program(empty.path()).arg("check").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("there is no `registry.toml` here or in any folder above")
    );
    assert!(Project::new().screen(&["check", "--registry", "nope.toml"]).contains("there is no file `nope.toml`"));
}

#[test]
fn a_reader_that_goes_away_is_not_a_failure() {
    let project = Project::new();
    let mut child = crate::project::program(&project.path(""))
        .args(["explain", "WA-RES-I-001"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
