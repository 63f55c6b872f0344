//! `init` and `new`, and then real builds of a crate that uses what they wrote and printed.

use std::path::Path;
use std::process::Command;

use crate::project::{Project, program};

const MAIN: &str = "//! A program.\nmod replies;\n\nfn main() {}\n";

/// A package as `cargo new` makes it, with the dependency that `init` names.
fn package() -> Project {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let kit = workspace.join("reply-kit").display().to_string();
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"hello\"\nversion = \"1.4.0\"\nedition = \"2024\"\n\n[dependencies]\nreply-kit = {{ path = {kit:?} }}\n\n[profile.dev]\ndebug = false\n"
    );
    // The versions that this workspace has already fetched.
    let versions = std::fs::read_to_string(workspace.join("Cargo.lock")).unwrap();
    Project::empty().with("Cargo.toml", &manifest).with("Cargo.lock", &versions).with("src/main.rs", MAIN)
}

#[test]
fn what_init_writes_and_new_prints_builds() {
    let project = package();
    assert!(project.run(&["init", "--denier", "GATE"]).status.success());
    let built = build(&project);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    let call = ["new", "APP", "DATA", "I", "TOO_LARGE", "--message", "'{target}' has {size} bytes."];
    let rest =
        ["--param", "target=address", "--param", "size=count", "--summary", "Too large.", "--explain", "Read less."];
    let output = project.run(&[&call[..], &rest].concat());
    let printed = String::from_utf8(output.stdout).unwrap();
    let (answer, declaration) = printed.trim().split_once('\n').unwrap();
    assert_eq!(
        answer,
        "return Err(rb.invalid(&voice, crate::replies::app::invalid::TooLarge { target, size })); \
         // voice: Voice<crate::replies::App>, target: Address, size: u64"
    );
    assert_eq!(declaration, "codes!(YourTool { …; crate::replies::app::invalid::TooLarge, … });");
    assert!(project.read("registry.toml").contains("since   = \"1.4.0\""));

    // The printed lines, in a function that has what they name.
    let user = format!(
        "{MAIN}\nstruct YourTool;\nreply_kit::{}\n\npub fn give<'c>(\n    rb: reply_kit::ReplyBuilder<'c, YourTool>, voice: reply_kit::Voice<replies::App>,\n    target: reply_kit::Address, size: u64,\n) -> Result<(), reply_kit::Terminal<'c>> {{\n    {answer}\n}}\n",
        declaration.replace("…; ", "; ").replace(", …", ""),
    );
    project.file("src/main.rs", &user);
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
    assert!(broken.contains("rule: PARAM_NO_DELETE"), "{broken}");
    project.edit("registry.toml", "{length} bytes", "{size} bytes").edit(
        "registry.toml",
        "length = \"count\"",
        "size = \"count\"",
    );

    // A layer more does not build until it is recorded; then the call that states the layers has it too.
    project.edit("registry.toml", "SRV  = {", "MORE = { owner = \"more\", types = [\"S\"] }\nSRV  = {");
    let broken = String::from_utf8(build(&project).stderr).unwrap();
    assert!(broken.contains("rule: LAYERS_PINNED"), "{broken}");
    assert!(project.run(&["revise", "--because", "more is more"]).status.success());
    let built = build(&project);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    // Retired, it builds no more where it is used, and says why.
    let retired = program(&project.path("src"))
        .args(["retire", "TOO_LARGE", "--because", "files are read in parts"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(retired.stdout).unwrap(), "main.rs:7\nmain.rs:13\n");
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
