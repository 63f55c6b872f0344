//! Every registry in `registries/` breaks a rule; the snapshot beside it is what this crate says of it, without a compiler.
//!
//! The same files are compile-fail cases of the macro. `INSTA_UPDATE=always cargo test -p reply-registry` writes the
//! snapshots anew; read them as the person who made the mistake would.
#![expect(clippy::unwrap_used, reason = "a test whose files cannot be read should stop there")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use reply_registry::{Rule, load};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/registries")
}

/// The names of the cases: each has a registry, a lock, or both.
fn cases() -> BTreeSet<String> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let is_case = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml" || ending == "lock");
    files.filter(is_case).map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
}

fn findings(name: &str) -> String {
    let file = format!("{name}.toml");
    let loaded = load(&folder().join(&file), &file);
    let findings: Vec<String> = loaded.findings().iter().map(|finding| format!("error: {finding}\n")).collect();
    if findings.is_empty() { "no findings\n".to_owned() } else { findings.join("\n") }
}

#[test]
fn what_is_wrong_with_a_registry_is_reported() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("registries");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in cases() {
            insta::assert_snapshot!(name.as_str(), findings(&name));
        }
    });
}

#[test]
fn a_file_that_is_not_there_and_one_that_is_a_directory_are_distinguished() {
    let told = |path: &Path| load(path, "registry.toml").findings()[0].message.clone();
    assert_eq!(told(&folder().join("none.toml")), "cannot read `registry.toml`: there is no such file");
    assert_eq!(told(&folder()), "cannot read `registry.toml`: it is a directory");
}

/// The catalogue is complete: whatever rule this crate can find broken, some registry breaks.
#[test]
fn every_rule_of_a_registry_is_broken_by_one() {
    // Rules of a whole project, of the call of `registry!`, and of a registry too large for a case.
    const NOT_HERE: [Rule; 10] = [
        Rule::CodeDeclared,
        Rule::CodeExplained,
        Rule::CodeConstructed,
        Rule::CodeTested,
        Rule::ExemptionFormat,
        Rule::ExemptionNeeded,
        Rule::GeneratedFresh,
        Rule::LayersStated,
        Rule::LockFresh,
        Rule::RegistrySize,
    ];
    let shown: String = cases().iter().map(|name| findings(name)).collect();
    for rule in Rule::ALL.iter().filter(|rule| !NOT_HERE.contains(rule)) {
        assert!(shown.contains(&format!("rule: {rule}")), "no registry breaks {rule}");
    }
}
