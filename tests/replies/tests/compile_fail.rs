//! What must not build, and the legal twins that do. Cases are named by the law that each one breaks.
//!
//! The expected compiler output stands beside each case. After a change of wording, `TRYBUILD=overwrite cargo test -p
//! tests-replies` writes it anew; read it as the person who made the mistake would.

use reply_registry::Rule;

#[test]
fn a_registry_that_breaks_a_rule_does_not_build() {
    trybuild::TestCases::new().compile_fail("ui/registry/*.rs");
}

#[test]
fn code_that_breaks_a_law_does_not_build() {
    trybuild::TestCases::new().compile_fail("ui/types/*.rs");
}

#[test]
fn the_legal_twins_build_and_run() {
    trybuild::TestCases::new().pass("ui/pass/*.rs");
}

/// The catalogue is complete: whatever rule the macro can find broken, some case shows how that looks.
#[test]
fn every_rule_of_a_registry_has_a_case() {
    // Rules about a whole project are the workbench's; a registry of 65,000 entries is too large for a case. The registries
    // themselves stand in `reply-registry/tests/registries`, which tests them without a compiler.
    const NOT_HERE: [Rule; 9] = [
        Rule::CodeExplained,
        Rule::CodeConstructed,
        Rule::CodeDeclared,
        Rule::CodeTested,
        Rule::ExemptionFormat,
        Rule::ExemptionNeeded,
        Rule::GeneratedFresh,
        Rule::LockFresh,
        Rule::RegistrySize,
    ];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/registry");
    let cases = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let expected = cases.filter(|path| path.extension().is_some_and(|ending| ending == "stderr"));
    let shown: String = expected.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for rule in Rule::ALL.iter().filter(|rule| !NOT_HERE.contains(rule)) {
        assert!(shown.contains(&format!("rule: {rule}")), "no case breaks {rule}");
    }
}
