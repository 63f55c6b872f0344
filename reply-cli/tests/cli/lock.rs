use crate::project::Project;

#[test]
fn the_lock_is_written_once_and_then_up_to_date() {
    let project = Project::new();
    let lock = project.read("registry.lock");
    assert!(project.screen(&["lock"]).contains("registry.lock is up to date"));
    assert_eq!(project.read("registry.lock"), lock);
    assert!(project.run(&["lock", "--check"]).status.success());
}

#[test]
fn a_stale_lock_fails_the_check_and_is_not_touched() {
    let project = Project::new();
    project.run(&["new", "WA", "READ", "S", "READ_DONE"]);
    let lock = project.read("registry.lock");
    assert_eq!(project.run(&["lock", "--check"]).status.code(), Some(1));
    assert_eq!(project.read("registry.lock"), lock);
    assert!(project.run(&["lock"]).status.success());
    assert!(project.read("registry.lock").contains("WA-READ-S-001    active    READ_DONE\n"));
}

#[test]
fn a_broken_promise_is_not_published() {
    let project = Project::new();
    let lock = project.read("registry.lock");
    project.edit("registry.toml", "\"PATH_NOT_FOUND\"", "\"NO_PATH\"");
    assert_eq!(project.run(&["lock"]).status.code(), Some(1));
    assert_eq!(project.read("registry.lock"), lock);
}
