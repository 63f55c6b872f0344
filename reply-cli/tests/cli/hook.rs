use crate::project::Project;

/// The hook calls `cargo reply`; here that is the program under test.
fn with_alias(project: &Project) -> &Project {
    let program = env!("CARGO_BIN_EXE_cargo-reply");
    project.file(
        "bin/cargo",
        &format!(
            "#!/bin/sh\nif [ \"$1\" = reply ]; then exec '{program}' \"$@\"; fi\nexec '{}' \"$@\"\n",
            env!("CARGO")
        ),
    );
    std::process::Command::new("chmod").arg("+x").arg(project.path("bin/cargo")).status().unwrap();
    project.file(".gitignore", "/bin\n")
}

fn commit(project: &Project, message: &str) -> std::process::Output {
    commit_in(project, "", message)
}

fn commit_in(project: &Project, folder: &str, message: &str) -> std::process::Output {
    let path = format!("{}:{}", project.path("bin").display(), std::env::var("PATH").unwrap());
    std::process::Command::new("git")
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "-qm", message])
        .env("PATH", path)
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .current_dir(project.path(folder))
        .output()
        .unwrap()
}

#[test]
fn a_commit_is_judged_by_what_is_staged() {
    let project = Project::new();
    with_alias(&project).git_init();
    assert!(project.run(&["hook", "install"]).status.success());
    assert!(project.screen(&["hook", "install"]).contains("up to date"));

    // Broken and staged: refused.
    project.edit("registry.toml", "\"PATH_NOT_FOUND\"", "\"NO_PATH\"").git(&["add", "-A"]);
    let refused = commit(&project, "two");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("rule: KEY_NO_CHANGE"), "{said}");

    // Broken and not staged: not this commit's business.
    project.git(&["reset", "-q"]).file("notes.txt", "a\n").git(&["add", "notes.txt"]);
    let done = commit(&project, "three");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));

    // Rust that is not formatted: refused.
    project.git(&["checkout", "-q", "registry.toml"]).edit("app/src/lib.rs", "    Resolved\n", "  Resolved\n");
    project.git(&["add", "-A"]);
    let refused = commit(&project, "four");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("run `cargo fmt --all`"), "{said}");
}

#[test]
fn the_hook_is_found_in_a_worktree_and_another_hook_is_left_alone() {
    let project = Project::new();
    project.git_init().git(&["worktree", "add", "-q", "tree"]);
    assert!(project.run_in("tree", &["hook", "install"]).status.success());
    // There, git names its own folder to the hook; the gates still see what is staged in this work tree.
    with_alias(&project)
        .edit("tree/registry.toml", "\"PATH_NOT_FOUND\"", "\"NO_PATH\"")
        .git(&["-C", "tree", "add", "-A"]);
    let refused = commit_in(&project, "tree", "two");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("rule: KEY_NO_CHANGE"));
    let hook = project.read(".git/hooks/pre-commit");
    assert!(hook.contains("cargo reply --registry 'registry.toml' hook run"), "{hook}");

    project.file(".git/hooks/pre-commit", "#!/bin/sh\nmine\n");
    assert!(project.screen(&["hook", "install"]).contains("there is another pre-commit hook"));
    assert_eq!(project.read(".git/hooks/pre-commit"), "#!/bin/sh\nmine\n");
    assert!(project.run(&["hook", "install", "--force"]).status.success());
}

#[test]
fn everything_on_the_working_tree_is_what_ci_runs() {
    let project = Project::new();
    project.edit("app/src/lib.rs", "    Resolved\n", "    todo!()\n");
    let screen = project.screen(&["hook", "run", "--all"]);
    assert!(screen.contains("rule: CODE_CONSTRUCTED") && screen.contains("failed registry"), "{screen}");
    assert!(screen.ends_with("exit status 1\n"));
}
