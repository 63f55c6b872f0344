//! The gates run in CI and before a commit, by the same command (L83).

use std::path::Path;

fn read(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(name)).expect("the file is there")
}

/// The commands that a script runs: not those in its comments.
fn steps(script: &str) -> Vec<&str> {
    script.lines().filter_map(|line| line.trim_start().strip_prefix("step ")).collect()
}

#[test]
fn l83_ci_and_the_hook_run_the_same_gates() {
    let ci = read(".ci/run");
    assert!(steps(&ci).contains(&"cargo reply hook run --all"), "CI runs every gate of the hook");
    assert!(
        read("reply-cli/src/commands/hook/install.rs").contains("cargo reply hook run"),
        "the hook runs them on what is staged"
    );
}

#[test]
fn l83_no_step_of_ci_is_left_out() {
    let ci = read(".ci/run");
    let steps = steps(&ci);
    for wanted in [
        "cargo test --workspace",
        "cargo fmt --all -- --check",
        "cargo clippy --workspace --all-targets -- -D warnings",
        "env RUSTDOCFLAGS=\"-D warnings\" cargo doc --workspace --no-deps",
        "cargo reply docs --check",
        "cargo reply schema --check",
        "cargo reply bindings --check",
        ".ci/deny",
        ".ci/clients/bindings.sh",
        ".ci/clients/codes-page.sh",
        "cargo reply lock --check --registry examples/library/registry.toml",
        "tests/clients/run.sh",
        "tests/dashboard/run.sh",
        ".ci/packages",
        ".ci/windows",
    ] {
        assert!(steps.contains(&wanted), "`step {wanted}` is missing in .ci/run, or is a comment");
    }
    assert!(ci.contains("\nset -euo pipefail\n"), "a step that fails ends the run");
}
