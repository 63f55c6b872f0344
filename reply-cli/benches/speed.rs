//! How fast `cargo reply` is on a large registry, as ratios to parsing the file once, which move little between machines.
//!
//! `cargo bench -p reply-cli`; the figures are kept in `docs/performance.md`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const CODES: usize = 10_000;

fn main() {
    let project = tempfile::tempdir().expect("a temporary folder can be made");
    let text = registry();
    std::fs::write(project.path().join("registry.toml"), &text).expect("it can be written");
    write_sources(project.path());
    run(project.path(), &["lock"]);
    for command in [["docs"], ["schema"], ["bindings"]] {
        run(project.path(), &command);
    }

    let parse = median(|| {
        let tree = toml_edit::Document::parse(text.as_str()).expect("it is TOML");
        assert!(tree.get("reply").is_some());
    });
    println!(
        "{CODES} codes, {} KiB of TOML; median of 5, whole process, ratio to parsing the file once",
        text.len() / 1024
    );
    line("parse the file", parse, parse);
    let commands: [(&str, &[&str]); 7] = [
        ("check", &["check"]),
        ("explain CODE", &["explain", "WA-RES-I-500"]),
        ("explain, unknown", &["explain", "WA-RES-I-1"]),
        ("explain RULE", &["explain", "PARAM_NO_DELETE"]),
        ("list --layer WA", &["list", "--layer", "WA"]),
        ("docs --check", &["docs", "--check"]),
        ("--help", &["--help"]),
    ];
    let mut slow = Vec::new();
    for (name, args) in commands {
        let time = median(|| run(project.path(), args));
        line(name, time, parse);
        let limit = if name == "check" { 1000 } else { 500 };
        if time > Duration::from_millis(limit) {
            slow.push(name);
        }
    }
    assert!(slow.is_empty(), "too slow: {}", slow.join(", "));
}

fn line(name: &str, time: Duration, parse: Duration) {
    let ratio = time.as_secs_f64() / parse.as_secs_f64();
    println!("{name:<18} {:>8.1} ms {ratio:>7.2}x", time.as_secs_f64() * 1000.0);
}

fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..5)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[2]
}

fn run(folder: &Path, args: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-reply")).args(args).current_dir(folder).output();
    let output = output.expect("the program runs");
    // An unknown code is status 1; only what could not run at all is wrong here.
    assert_ne!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    if args == ["check"] {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// The codes besides the wrapper's: every legal cluster of the areas in turn, up to 999 each.
fn codes() -> impl Iterator<Item = (String, String)> {
    let legal = [("WA", "I"), ("WA", "E"), ("EN", "D"), ("EN", "E"), ("CT", "I"), ("MCP", "I")];
    let clusters = ["RES", "READ"].into_iter().flat_map(move |area| legal.map(|(layer, kind)| (layer, area, kind)));
    let numbered = clusters.flat_map(|cluster| (1..=999).map(move |number| (cluster, number)));
    numbered.take(CODES - 4).enumerate().map(|(index, ((layer, area, kind), number))| {
        (format!("{layer}-{area}-{kind}-{number:03}"), format!("REPLY_NUMBER_{index}"))
    })
}

fn registry() -> String {
    let sample = include_str!("../tests/cli/sample/registry.toml");
    let (head, rest) = sample.split_once("# ── WA ──").expect("the sample has this heading");
    let (_, wrapper) = rest.split_once("# ── MCP ──").expect("the sample has this heading");
    let mut text = format!("{head}{wrapper}");
    for (code, key) in codes() {
        _ = write!(
            text,
            "\n[[reply]]\ncode    = \"{code}\"\nkey     = \"{key}\"\nmessage = \"'{{target}}' has {{size}} bytes; that is too many.\"\nparams  = {{ target = \"address\", size = \"count\" }}\nsummary = \"Too large for one answer.\"\nexplain = \"\"\"\nAsk for a part of it.\n\nThe whole of it does not fit into one answer.\n\"\"\"\nsince   = \"0.1.0\"\n"
        );
    }
    text
}

/// A crate that declares and constructs every code, and a test that asserts every code, a hundred to a file.
fn write_sources(folder: &Path) {
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    };
    write("Cargo.toml", "[package]\nname = \"replies\"\nversion = \"0.1.0\"\n");
    write("src/lib.rs", "reply_kit::registry!(\"../registry.toml\");\n");
    let all: Vec<(String, String)> = codes().collect();
    for (index, chunk) in all.chunks(100).enumerate() {
        let (mut uses, mut tests) = (String::from("use crate::*;\n"), String::from("use replies::Code;\n"));
        for (code, key) in chunk {
            let parts: Vec<&str> = code.split('-').collect();
            let word = match parts[2] {
                "I" => "invalid",
                "D" => "denied",
                _ => "error",
            };
            let name = reply_registry::type_name(key);
            let layer = parts[0].to_lowercase();
            _ = writeln!(uses, "pub fn f() {{ give({layer}::{word}::{name} {{ target, size: 3 }}); }}");
            _ = writeln!(uses, "reply_kit::codes!(Tool {{ ; {layer}::{word}::{name} }});");
            _ = writeln!(tests, "#[test] fn f() {{ assert_eq!(call(), Code::{name}); }}");
        }
        write(&format!("src/uses_{index}.rs"), &uses);
        write(&format!("tests/codes_{index}.rs"), &tests);
    }
}
