//! The gates run in CI and before a commit, by the same command (L83).

use std::path::Path;

#[test]
fn l83_ci_and_the_hook_run_the_same_gates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    assert!(read(".ci/run").contains("cargo reply hook run --all"), "CI runs every gate of the hook");
    assert!(
        read("reply-cli/src/commands/hook/install.rs").contains("cargo reply hook run"),
        "the hook runs them on what is staged"
    );
}
