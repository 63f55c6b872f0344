//! Who depends on the world adapter is what was reviewed (L81), and the gate notices every way around it.
#![allow(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use std::path::Path;

use tests_gates::{Graph, PurityFinding, Reviewed, Use, compare};

#[test]
fn l81_only_the_listed_crates_depend_on_the_world_adapter() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let graph = Graph::of_workspace(&root, &["--locked"]);
    let reviewed = Reviewed::read(graph.metadata());
    assert_eq!(reviewed.guarded, "world-adapter");
    assert!(graph.dependents(&reviewed.guarded).contains_key("enforcement"), "the graph was read");
    let findings: Vec<String> = compare(&graph, &reviewed).iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n\n"));
}

/// A small workspace on disk: each member with the lines of its manifest, beside the guarded `inner`.
fn findings(list: &str, members: &[(&str, &str)]) -> Vec<PurityFinding> {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: String| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let paths: Vec<String> = members.iter().map(|(path, _)| format!("{path:?}")).collect();
    write(
        "Cargo.toml",
        format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\"inner\", {}]\n\
             [workspace.metadata.purity]\nguarded = \"inner\"\n{list}",
            paths.join(", ")
        ),
    );
    for (path, lines) in members.iter().chain(&[("inner", "")]) {
        let name = path.rsplit('/').next().unwrap();
        write(&format!("{path}/Cargo.toml"), format!("[package]\nname = {name:?}\nedition = \"2024\"\n{lines}\n"));
        write(&format!("{path}/src/lib.rs"), String::new());
    }
    let graph = Graph::of_workspace(folder.path(), &["--offline"]);
    compare(&graph, &Reviewed::read(graph.metadata()))
}

fn unlisted(package: &str, how: Use, way: &[&str]) -> PurityFinding {
    PurityFinding::Unlisted {
        package: package.to_owned(),
        how,
        way: way.iter().map(|step| (*step).to_owned()).collect(),
    }
}

#[test]
fn l81_every_kind_of_dependency_is_noticed() {
    let rows = [
        ("normal", "[dependencies]\ninner = { path = \"../inner\" }", Use::Product),
        ("build", "build = \"src/lib.rs\"\n[build-dependencies]\ninner = { path = \"../inner\" }", Use::Product),
        ("renamed", "[dependencies]\nother = { package = \"inner\", path = \"../inner\" }", Use::Product),
        ("behind a feature", "[dependencies]\ninner = { path = \"../inner\", optional = true }", Use::Product),
        ("elsewhere", "[target.'cfg(windows)'.dependencies]\ninner = { path = \"../inner\" }", Use::Product),
        ("tests", "[dev-dependencies]\ninner = { path = \"../inner\" }", Use::Tests),
    ];
    for (case, lines, how) in rows {
        assert_eq!(findings("", &[("outer", lines)]), [unlisted("outer", how, &["inner"])], "{case}");
    }
}

#[test]
fn l81_a_dependency_through_another_crate_is_noticed() {
    let list = "[workspace.metadata.purity.product]\nmiddle = \"it may see it\"";
    let middle = ("middle", "[dependencies]\ninner = { path = \"../inner\" }");
    let outer = ("outer", "[dependencies]\nmiddle = { path = \"../middle\" }");
    assert_eq!(findings(list, &[middle, outer]), [unlisted("outer", Use::Product, &["middle", "inner"])]);
    let gated =
        ("middle", "[dependencies]\ninner = { path = \"../inner\", optional = true }\n[features]\nx = [\"inner\"]");
    assert_eq!(findings(list, &[gated, outer]), [unlisted("outer", Use::Product, &["middle", "inner"])], "feature off");
}

#[test]
fn l81_a_test_package_is_listed_for_tests_whatever_its_manifest_says() {
    let package = ("tests/outer", "[dependencies]\ninner = { path = \"../../inner\" }");
    assert_eq!(findings("", &[package]), [unlisted("outer", Use::Tests, &["inner"])]);
    assert_eq!(findings("[workspace.metadata.purity.tests]\nouter = \"it shows something\"", &[package]), []);
}

#[test]
fn l81_the_list_holds_nobody_who_need_not_be_there() {
    let stale = |how| PurityFinding::Stale { package: "outer".to_owned(), how };
    let product = "[workspace.metadata.purity.product]\nouter = \"it may see it\"";
    let tests = ("outer", "[dev-dependencies]\ninner = { path = \"../inner\" }");
    assert_eq!(findings(product, &[("outer", "")]), [stale(Use::Product)]);
    assert_eq!(
        findings(product, &[tests]),
        [unlisted("outer", Use::Tests, &["inner"]), stale(Use::Product)],
        "leave to be built with it does not allow to be tested with it, nor the other way round"
    );
}

#[test]
fn l81_an_entry_without_a_reason_is_a_finding() {
    let normal = ("outer", "[dependencies]\ninner = { path = \"../inner\" }");
    let list = "[workspace.metadata.purity.product]\nouter = \"needed\"";
    assert_eq!(findings(list, &[normal]), [PurityFinding::NoReason { package: "outer".to_owned() }]);
}

#[test]
fn l81_a_finding_says_which_line_to_write() {
    let text = unlisted("outer", Use::Product, &["middle", "inner"]).to_string();
    for part in ["`outer` → `middle` → `inner`", "outer = \"<why>\"", "[workspace.metadata.purity.product]", "L81"]
    {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
}
