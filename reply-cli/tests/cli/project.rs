//! A project for one test: a registry, the crate that expands it, and one that uses it.

use std::path::{Path, PathBuf};
use std::process::Output;

use tempfile::TempDir;

pub(crate) const REGISTRY: &str = include_str!("sample/registry.toml");
const APP: &str = include_str!("sample/app.rs");

/// A project in a temporary folder.
pub(crate) struct Project {
    folder: TempDir,
}

impl Project {
    /// A folder with nothing in it.
    pub(crate) fn empty() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The project with one more file.
    pub(crate) fn with(self, path: &str, text: &str) -> Self {
        self.file(path, text);
        self
    }

    /// A project in which `check` finds nothing.
    pub(crate) fn new() -> Self {
        let project = Self::empty();
        project
            .file("registry.toml", REGISTRY)
            .file("Cargo.toml", "[workspace]\nmembers = [\"replies\", \"app\"]\n\n[workspace.package]\nversion = \"0.3.0\"\n")
            .file("replies/Cargo.toml", "[package]\nname = \"replies\"\nversion = \"0.3.0\"\nedition = \"2024\"\n")
            .file("replies/src/lib.rs", "//! Replies.\nreply_kit::registry!(\"../../registry.toml\", layers { WA: SIE, EN: SDE, CT: SIE, MCP: SIE });\n")
            .file(
                "app/Cargo.toml",
                "[package]\nname = \"app\"\nversion = \"0.3.0\"\nedition = \"2024\"\n\n[dependencies]\nreplies = { path = \"../replies\" }\n",
            )
            .file("app/src/lib.rs", APP)
            .file(
                "app/tests/codes.rs",
                "use replies::Code;\n\n#[test]\nfn codes() {\n    assert_eq!(call(), Code::Resolved);\n}\n",
            );
        assert!(project.run(&["lock"]).status.success());
        project
    }

    /// Writes a file.
    pub(crate) fn file(&self, path: &str, text: &str) -> &Self {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// Replaces a text that must be there.
    pub(crate) fn edit(&self, path: &str, from: &str, to: &str) -> &Self {
        let text = self.read(path);
        assert!(text.contains(from), "{path} has no {from}");
        self.file(path, &text.replacen(from, to, 1))
    }

    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Runs the program at the top of the project.
    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.run_in("", args)
    }

    /// Runs the program in a folder of the project.
    pub(crate) fn run_in(&self, folder: &str, args: &[&str]) -> Output {
        program(&self.path(folder)).args(args).output().unwrap()
    }

    /// What the program prints, both streams, with its exit status: what a person sees.
    pub(crate) fn screen(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        let status = output.status.code().unwrap();
        format!("{out}---- stderr\n{err}---- exit status {status}\n")
    }

    /// Makes it a repository with one commit.
    pub(crate) fn git_init(&self) -> &Self {
        self.git(&["init", "-q", "-b", "main"]).git(&["add", "-A"]).git(&["commit", "-qm", "one"])
    }

    pub(crate) fn git(&self, args: &[&str]) -> &Self {
        let output = self.git_output(args);
        assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        self
    }

    pub(crate) fn git_output(&self, args: &[&str]) -> Output {
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
        let mut git = std::process::Command::new("git");
        clean(&mut git);
        git.current_dir(self.folder.path()).args(identity).args(args).output().unwrap()
    }
}

/// The program, in a folder, with nothing of this process' surroundings that would change what it prints.
pub(crate) fn program(folder: &Path) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cargo-reply"));
    clean(&mut command);
    command.current_dir(folder);
    command
}

fn clean(command: &mut std::process::Command) {
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
}
