//! Resolve, enforce, execute: skipping a step does not build. Cases are named by the law that each one breaks.

#[test]
fn a_change_that_was_not_permitted_does_not_build() {
    trybuild::TestCases::new().compile_fail("ui/fail/*.rs");
}

#[test]
fn the_legal_order_builds() {
    trybuild::TestCases::new().pass("ui/pass/*.rs");
}
