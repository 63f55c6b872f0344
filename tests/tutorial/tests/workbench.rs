//! The workbench on this workspace: its reference, its schema, and real builds of what it writes for a crate of somebody else's.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;
use tests_tutorial::page::repository;
use tests_tutorial::project::workbench;

/// `cargo reply`, built from this workspace.
fn reply(folder: &Path, args: &[&str]) -> Output {
    // The folder for tests lies in the target folder.
    let program = workbench(Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()).join("cargo-reply");
    Command::new(program).args(args).current_dir(folder).output().unwrap()
}

#[test]
fn the_command_reference_is_what_the_program_prints() {
    let printed = String::from_utf8(reply(&repository(), &["reference"]).stdout).unwrap();
    let kept = std::fs::read_to_string(repository().join("docs/cli.md")).unwrap();
    assert_eq!(kept, printed, "run `cargo reply reference > docs/cli.md`");
}

#[test]
fn this_projects_own_registry_is_valid_by_its_own_schema() {
    let read = |name: &str| std::fs::read_to_string(repository().join(name)).unwrap();
    let registry = read("registry.toml");
    assert!(registry.starts_with("#:schema ./registry.schema.json\n"));
    let schema = jsonschema::validator_for(&serde_json::from_str(&read("registry.schema.json")).unwrap()).unwrap();
    let registry: toml::Value = toml::from_str(&registry).unwrap();
    assert!(schema.is_valid(&serde_json::to_value(registry).unwrap()));
}

const MAIN: &str = "//! A program.\nmod replies;\n\nfn main() {}\n";

/// A package as `cargo new` makes it, with the dependency that `init` names.
struct Package {
    folder: TempDir,
}

impl Package {
    fn new() -> Self {
        let package = Self { folder: tempfile::tempdir().unwrap() };
        let kit = repository().join("reply-kit").display().to_string();
        package.file("Cargo.toml", &format!(
            "[workspace]\n\n[package]\nname = \"hello\"\nversion = \"1.4.0\"\nedition = \"2024\"\n\n[dependencies]\nreply-kit = {{ path = {kit:?} }}\n\n[profile.dev]\ndebug = false\n"
        ));
        // The versions that this workspace has already fetched.
        package.file("Cargo.lock", &std::fs::read_to_string(repository().join("Cargo.lock")).unwrap());
        package.file("src/main.rs", MAIN);
        package
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn file(&self, file: &str, text: &str) {
        let path = self.path(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap()
    }

    /// Replaces a text that must be there.
    fn edit(&self, file: &str, from: &str, to: &str) -> &Self {
        let text = self.read(file);
        assert!(text.contains(from), "{file} has no {from}");
        self.file(file, &text.replacen(from, to, 1));
        self
    }

    fn reply(&self, args: &[&str]) -> Output {
        reply(self.folder.path(), args)
    }

    fn reply_in(&self, folder: &str, args: &[&str]) -> Output {
        reply(&self.path(folder), args)
    }

    fn build(&self) -> Output {
        Command::new(env!("CARGO"))
            .args(["build", "--offline", "--quiet"])
            .current_dir(self.folder.path())
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside"))
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap()
    }
}

#[test]
fn what_init_writes_and_new_prints_builds() {
    let package = Package::new();
    assert!(package.reply(&["init", "--denier", "GATE"]).status.success());
    let built = package.build();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    let call = ["new", "APP", "DATA", "I", "TOO_LARGE", "--message", "'{target}' has {size} bytes."];
    let rest =
        ["--param", "target=address", "--param", "size=count", "--summary", "Too large.", "--explain", "Read less."];
    let output = package.reply(&[&call[..], &rest].concat());
    let printed = String::from_utf8(output.stdout).unwrap();
    let (answer, declaration) = printed.trim().split_once('\n').unwrap();
    assert_eq!(
        answer,
        "return Err(rb.invalid(&voice, crate::replies::app::invalid::TooLarge { target, size })); \
         // voice: Voice<crate::replies::App>, target: Address, size: u64"
    );
    assert_eq!(declaration, "codes!(YourTool { …; crate::replies::app::invalid::TooLarge, … });");
    assert!(package.read("registry.toml").contains("since   = \"1.4.0\""));

    // The printed lines, in a function that has what they name.
    let user = format!(
        "{MAIN}\nstruct YourTool;\nreply_kit::{}\n\npub fn give<'c>(\n    rb: reply_kit::ReplyBuilder<'c, YourTool>, voice: reply_kit::Voice<replies::App>,\n    target: reply_kit::Address, size: u64,\n) -> Result<(), reply_kit::Terminal<'c>> {{\n    {answer}\n}}\n",
        declaration.replace("…; ", "; ").replace(", …", ""),
    );
    package.file("src/main.rs", &user);
    let built = package.build();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    // Breaking it on purpose: published, then a parameter renamed.
    assert!(package.reply(&["lock"]).status.success());
    package.edit("registry.toml", "{size} bytes", "{length} bytes").edit(
        "registry.toml",
        "size = \"count\"",
        "length = \"count\"",
    );
    let broken = String::from_utf8(package.build().stderr).unwrap();
    assert!(broken.contains("rule: PARAM_NO_DELETE"), "{broken}");
    package.edit("registry.toml", "{length} bytes", "{size} bytes").edit(
        "registry.toml",
        "length = \"count\"",
        "size = \"count\"",
    );

    // A layer more does not build until it is recorded; then the call that states the layers has it too.
    package.edit("registry.toml", "SRV  = {", "MORE = { owner = \"more\", types = [\"S\"] }\nSRV  = {");
    let broken = String::from_utf8(package.build().stderr).unwrap();
    assert!(broken.contains("rule: LAYERS_PINNED"), "{broken}");
    assert!(package.reply(&["revise", "--because", "more is more"]).status.success());
    let built = package.build();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    // Retired, it builds no more where it is used, and says why.
    let retired = package.reply_in("src", &["retire", "TOO_LARGE", "--because", "files are read in parts"]);
    assert_eq!(String::from_utf8(retired.stdout).unwrap(), "main.rs:7\nmain.rs:13\n");
    let refused = String::from_utf8(package.build().stderr).unwrap();
    assert!(refused.contains("is retired since 1.4.0: files are read in parts"), "{refused}");
}
