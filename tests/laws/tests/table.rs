//! `docs/laws.md` against the laws there are and the tests there are.
#![allow(clippy::unwrap_used, reason = "what a test relies on may fail loudly")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The numbers of the laws, in their groups.
const LAWS: [std::ops::RangeInclusive<u32>; 7] = [1..=27, 30..=54, 60..=69, 70..=76, 80..=84, 90..=95, 100..=106];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of the table: law number, and the last column.
fn rows() -> Vec<(u32, String)> {
    let text = std::fs::read_to_string(root().join("docs/laws.md")).unwrap();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let number = cells[0].strip_prefix("| L")?.parse().ok()?;
        Some((number, (*cells.last()?).trim_end_matches(" |").to_owned()))
    });
    rows.collect()
}

/// Every test function and every compile-fail case of the workspace.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect(&root(), &mut names);
    names
}

fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            collect(&path, names);
        } else if let Some(stem) = name.strip_suffix(".rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            if path.components().any(|part| part.as_os_str() == "ui") {
                names.insert(stem.to_owned());
            }
            names.extend(functions(&text));
        }
    }
}

/// The names of functions under `#[test]`, also inside macros such as `proptest!`.
fn functions(text: &str) -> impl Iterator<Item = String> {
    let marked = text.split("#[test]").skip(1);
    marked.filter_map(|after| {
        let name = after.split("fn ").nth(1)?.split('(').next()?;
        Some(name.trim().to_owned())
    })
}

#[test]
fn no_law_is_missing() {
    let listed: Vec<u32> = rows().into_iter().map(|(number, _)| number).collect();
    let all: Vec<u32> = LAWS.into_iter().flatten().collect();
    assert_eq!(listed, all, "docs/laws.md lists every law once, in order");
}

#[test]
fn every_named_test_exists() {
    let tests = tests();
    let mut missing = Vec::new();
    for (number, proof) in rows() {
        let names: Vec<&str> = proof.split('`').skip(1).step_by(2).collect();
        assert!(
            !names.is_empty() || proof.contains("not built yet"),
            "L{number:02} says neither how it is shown nor that it is not built"
        );
        missing.extend(
            names.into_iter().filter(|name| !tests.contains(*name)).map(|name| format!("L{number:02}: {name}")),
        );
    }
    assert!(missing.is_empty(), "docs/laws.md names tests that do not exist:\n{}", missing.join("\n"));
}
