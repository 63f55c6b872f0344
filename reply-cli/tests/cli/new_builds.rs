//! `new`, and then a real build of a crate that uses the new code.

use std::path::Path;
use std::process::Command;

use crate::project::{Project, program};

const LIB: &str = "//! Uses the new code.\nreply_macros::registry!(\"../registry.toml\");\n";

#[test]
fn the_line_that_new_prints_builds() {
    let project = Project::new();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let at = |name: &str| format!("{:?}", workspace.join(name).display().to_string());
    std::fs::remove_dir_all(project.path("replies")).unwrap();
    std::fs::remove_dir_all(project.path("app")).unwrap();
    project
        .file(
            "Cargo.toml",
            &format!(
                "[workspace]\n\n[package]\nname = \"my-replies\"\nversion = \"1.4.0\"\nedition = \"2024\"\n\n[dependencies]\nreply-core = {{ path = {} }}\nreply-macros = {{ path = {} }}\n\n[profile.dev]\ndebug = false\n",
                at("reply-core"),
                at("reply-macros"),
            ),
        )
        // The versions that this workspace has already fetched.
        .file("Cargo.lock", &std::fs::read_to_string(workspace.join("Cargo.lock")).unwrap())
        .file("src/lib.rs", LIB);

    let output = project.run(&[
        "new",
        "WA",
        "READ",
        "I",
        "TOO_LARGE",
        "--message",
        "'{target}' has {size} bytes.",
        "--summary",
        "Too large.",
        "--explain",
        "Read a part.",
    ]);
    let line = String::from_utf8(output.stdout).unwrap();
    assert_eq!(line, "return Err(rb.invalid(&voice, my_replies::wa::invalid::TooLarge { target, size }));\n");
    assert!(project.read("registry.toml").contains("since   = \"1.4.0\""));

    // The printed line, in a function that has what it names.
    let user = format!(
        "{LIB}\n/// Gives the new reply.\npub fn give<'c>(\n    rb: reply_core::ReplyBuilder<'c>, voice: reply_core::Voice<reply_core::Wa>,\n    target: reply_core::Address, size: u64,\n) -> Result<(), reply_core::Terminal<'c>> {{\n    {}\n}}\n",
        line.trim().replace("my_replies::", "crate::"),
    );
    project.file("src/lib.rs", &user);
    let built = build(&project);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    // Breaking it on purpose: published, then a parameter renamed.
    assert!(project.run(&["lock"]).status.success());
    project.edit("registry.toml", "{size} bytes", "{length} bytes").edit(
        "registry.toml",
        "size = \"count\"",
        "length = \"count\"",
    );
    let broken = String::from_utf8(build(&project).stderr).unwrap();
    assert!(broken.contains("rule: PARAM_NO_DELETE (L09)"), "{broken}");
    project.edit("registry.toml", "{length} bytes", "{size} bytes").edit(
        "registry.toml",
        "length = \"count\"",
        "size = \"count\"",
    );

    // Retired, it builds no more where it is used, and says why.
    let retired = program(&project.path("src"))
        .args(["retire", "TOO_LARGE", "--because", "files are read in parts"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(retired.stdout).unwrap(), "lib.rs:9\n");
    let refused = String::from_utf8(build(&project).stderr).unwrap();
    assert!(refused.contains("is retired since 1.4.0: files are read in parts"), "{refused}");
}

fn build(project: &Project) -> std::process::Output {
    Command::new(env!("CARGO"))
        .args(["build", "--offline", "--quiet"])
        .current_dir(project.path(""))
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-builds"))
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap()
}
