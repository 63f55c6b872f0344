//! What must not build, and the legal twins that do. Cases are named by the law that each one breaks.
//!
//! The expected compiler output stands beside each case. After a change of wording, `TRYBUILD=overwrite cargo test -p
//! tests-replies` writes it anew; read it as the person who made the mistake would.

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
