//! `docs/tutorial.md`, done as printed.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tests_tutorial::client::Client;
use tests_tutorial::page::{self, blocks_for};
use tests_tutorial::project::{Copy, cargo, example, first_lines, workbench};

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside")
}

/// The server, built.
fn server() -> PathBuf {
    let built = cargo(&["build"], &example(), &target());
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    assert!(built.stderr.is_empty(), "warnings: {}", String::from_utf8_lossy(&built.stderr));
    target().join("debug/library")
}

/// Every file as printed, and the commands in their order: what a reader has then is the example.
#[test]
fn who_follows_the_tutorial_has_the_example() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("library");
    // The folder for tests lies in the target folder.
    let workbench = workbench(Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap());
    let path = [workbench.into_os_string(), std::env::var_os("PATH").unwrap()].join(std::ffi::OsStr::new(":"));
    for block in page::blocks() {
        let read = |name: &str| std::fs::read_to_string(project.join(name)).unwrap();
        let write = |name: &str, text: &str| std::fs::write(project.join(name), text).unwrap();
        match block.purpose.split_once('=').unwrap_or((&block.purpose, "")) {
            ("run", _) => {
                let script = block.text.replace("cargo new library", "cargo new --quiet --vcs none library");
                let done = Command::new("sh")
                    .args(["-ec", &script])
                    .current_dir(if project.exists() { &project } else { folder.path() })
                    .env("PATH", &path)
                    .env("CARGO_TARGET_DIR", target())
                    .env("CARGO_NET_OFFLINE", "true")
                    .env_remove("RUSTFLAGS")
                    .output()
                    .unwrap();
                assert!(
                    done.status.success(),
                    "{script}\n{}",
                    String::from_utf8_lossy(&[done.stdout, done.stderr].concat())
                );
            }
            ("file", "Cargo.toml") => {
                write("Cargo.toml", &block.text.replace("../..", &page::repository().display().to_string()));
                std::fs::copy(example().join("Cargo.lock"), project.join("Cargo.lock")).unwrap();
            }
            // A step that goes on with a file stands a blank line below the one before.
            ("file", name) if PARTS.contains(&name) && read(name).starts_with("//!") => {
                write(name, &format!("{}\n{}", read(name), block.text));
            }
            ("file", name) => write(name, &block.text),
            ("append", name) => write(name, &format!("{}\n{}", read(name), block.text)),
            ("part", name) => {
                let text = read(name);
                let mut said = text.lines();
                block.text.lines().for_each(|line| {
                    assert!(said.any(|other| other.trim_start() == line.trim_start()), "{name} has no `{line}`");
                });
            }
            _ => {}
        }
    }
    for name in
        ["registry.toml", "registry.lock", "rustfmt.toml", "books.txt", "src/main.rs", "src/replies.rs", "src/tests.rs"]
    {
        let (followed, kept) = (project.join(name), example().join(name));
        assert_eq!(std::fs::read_to_string(followed).unwrap(), std::fs::read_to_string(kept).unwrap(), "{name}");
    }
}

/// The files that are written in several steps.
const PARTS: [&str; 1] = ["src/main.rs"];

/// The page says how many lines it takes, at its own width and at rustfmt's.
#[test]
fn the_server_is_at_most_sixty_lines_of_rust() {
    let source = std::fs::read_to_string(example().join("src/main.rs")).unwrap();
    assert!(count(&source) <= 60, "{} lines", count(&source));
    assert!(source.lines().all(|line| line.len() <= 120));

    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--config", "max_width=100,use_small_heuristics=Default"])
        .current_dir(std::env::temp_dir())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut rustfmt.stdin.take().unwrap(), source.as_bytes()).unwrap();
    let by_default = String::from_utf8(rustfmt.wait_with_output().unwrap().stdout).unwrap();
    let page = std::fs::read_to_string(page::repository().join("docs/tutorial.md")).unwrap();
    let said = format!("{} lines of Rust at 120 columns ({} lines where", count(&source), count(&by_default));
    assert!(page.replace('\n', " ").contains(&said), "the page does not say `{said}`");
}

/// Lines of code, without what is there for tests.
fn count(source: &str) -> usize {
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
    let is_for_tests = |line: &&str| matches!(*line, "#[cfg(test)]" | "mod tests;");
    source.lines().map(str::trim).filter(is_code).filter(|line| !is_for_tests(line)).count()
}

/// In a session `$` is a command, `>` a call, and `<` the envelope that answers it.
#[test]
fn the_sessions_go_as_printed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(example().join("books.txt"), folder.path().join("books.txt")).unwrap();
    let mut client = Client::connect(&server(), folder.path());
    let tools = client.request("tools/list", &serde_json::json!({}));
    let names: Vec<&Value> = tools["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["find_book", "lend_book"]);

    let mut codes = Vec::new();
    let mut answer = Value::Null;
    for line in blocks_for("session").iter().flat_map(|block| block.lines()) {
        if let Some(command) = line.strip_prefix("$ ") {
            let done = Command::new("sh").args(["-c", command]).current_dir(folder.path()).status().unwrap();
            assert!(done.success(), "{command}");
        } else if let Some(call) = line.strip_prefix("> ") {
            let (tool, arguments) = call.split_once(' ').unwrap();
            answer = client.call(tool, &serde_json::from_str(arguments).unwrap());
            codes.push(answer["code"].as_str().unwrap().to_owned());
        } else {
            let mut printed: Value = serde_json::from_str(line.strip_prefix("< ").unwrap()).unwrap();
            // The id and the time differ from call to call.
            printed["meta"] = answer["meta"].clone();
            assert_eq!(answer, printed);
        }
    }
    let crash = std::fs::read_dir(folder.path().join("crashes")).unwrap().count();
    assert_eq!(crash, 1, "one call crashed");
    client.hang_up();

    codes.sort_unstable();
    codes.dedup();
    let every_code_but_leak_and_overload = [
        "DESK-CALL-E-001",
        "DESK-CALL-I-001",
        "RULE-LOAN-D-001",
        "SHLF-BOOK-E-001",
        "SHLF-BOOK-I-001",
        "SHLF-BOOK-S-001",
        "SHLF-LOAN-I-001",
        "SHLF-LOAN-S-001",
    ];
    assert_eq!(codes, every_code_but_leak_and_overload);
}

/// After each mistake stands what the compiler says, shortened: every printed line is a line of it, in order. How far the compiler
/// indents depends on the longest line number.
#[test]
fn the_mistakes_are_reported_as_printed() {
    let (mistakes, errors) = (blocks_for("mistake"), blocks_for("error"));
    assert_eq!(mistakes.len(), errors.len());
    for (mistake, error) in mistakes.iter().zip(&errors) {
        let copy = Copy::new();
        let side = |sign: char| -> String {
            mistake.lines().filter_map(|line| line.strip_prefix(sign)).flat_map(|line| [line, "\n"]).collect()
        };
        let has_it = |file: &&str| std::fs::read_to_string(copy.path().join(file)).unwrap().contains(&side('-'));
        let file = ["src/main.rs", "registry.toml"].into_iter().find(has_it).expect("the line stands in a file");
        copy.edit(file, &side('-'), &side('+'));
        let complaint = copy.complaint(&target());
        assert_eq!(first_lines(&complaint).len(), 1, "{complaint}");
        let mut said = complaint.lines();
        for line in error.lines() {
            assert!(
                said.any(|other| other.trim_start() == line.trim_start()),
                "not said, or not in this order:\n{line}\n\n{complaint}"
            );
        }
    }
}
