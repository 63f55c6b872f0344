//! The project that a reader has after the last step, and what the compiler says of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::page;

/// The example as it is in the repository.
pub fn example() -> PathBuf {
    page::repository().join("examples/library")
}

/// Runs cargo on a package outside the workspace; all of them share what they build.
pub fn cargo(arguments: &[&str], folder: &Path, target: &Path) -> Output {
    Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--quiet", "--locked"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_TERM_COLOR", "never")
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap()
}

/// Where `cargo reply` is, built from this workspace into its own target folder.
pub fn workbench(target: &Path) -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--locked", "--package", "reply-cli"])
        .current_dir(page::repository())
        .env("CARGO_TARGET_DIR", target)
        .status()
        .unwrap();
    assert!(built.success(), "the workbench does not build");
    target.join("debug")
}

/// A copy of the example, for making mistakes in.
#[derive(Debug)]
pub struct Copy {
    folder: TempDir,
}

impl Copy {
    /// The files of the tutorial, with the kit where it is.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        for file in [
            "Cargo.toml",
            "Cargo.lock",
            "registry.toml",
            "registry.lock",
            "books.txt",
            "src/main.rs",
            "src/replies.rs",
            "src/tests.rs",
        ] {
            let text = std::fs::read_to_string(example().join(file)).unwrap();
            let root = page::repository().display().to_string();
            let text = if file == "Cargo.toml" { text.replace("../..", &root) } else { text };
            std::fs::write(folder.path().join(file), text).unwrap();
        }
        Self { folder }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Replaces the one place where `from` stands.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.path().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} does not have:\n{from}");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    /// What the compiler says, which must be something.
    pub fn complaint(&self, target: &Path) -> String {
        let output = cargo(&["check"], self.path(), target);
        assert!(!output.status.success(), "it builds");
        String::from_utf8(output.stderr).unwrap()
    }
}

impl Default for Copy {
    fn default() -> Self {
        Self::new()
    }
}

/// The first lines of the errors; what cargo adds is not one.
pub fn first_lines(complaint: &str) -> Vec<&str> {
    let is_error = |line: &&str| line.starts_with("error") && !line.starts_with("error: could not compile");
    complaint.lines().filter(is_error).collect()
}
