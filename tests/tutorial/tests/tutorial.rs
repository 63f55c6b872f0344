//! `docs/tutorial.md`, done as printed.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tests_tutorial::client::Client;
use tests_tutorial::page::{self, blocks_for};
use tests_tutorial::project::{Copy, cargo, example, first_lines};

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

#[test]
fn every_file_of_the_tutorial_is_the_one_in_the_example() {
    let files = page::files();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Cargo.toml", "rustfmt.toml", "registry.toml", "books.txt", "src/main.rs"]);
    for (name, text) in &files {
        assert_eq!(*text, std::fs::read_to_string(example().join(name)).unwrap(), "{name}");
    }
}

#[test]
fn the_server_is_at_most_sixty_lines_of_rust() {
    let source = std::fs::read_to_string(example().join("src/main.rs")).unwrap();
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines = source.lines().filter(is_code).count();
    assert!(lines <= 60, "{lines} lines");
    assert!(source.lines().all(|line| line.len() <= 120));
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

/// After each mistake stands what the compiler says, shortened: every printed line is a line of it, in order.
#[test]
fn the_mistakes_are_told_as_printed() {
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
            assert!(said.any(|other| other == line), "not said, or not in this order:\n{line}\n\n{complaint}");
        }
    }
}
