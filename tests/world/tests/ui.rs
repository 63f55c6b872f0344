//! Mistakes that do not compile, each beside the nearest thing that does.
//!
//! `TRYBUILD=overwrite cargo test -p tests-world` blesses what the compiler says; read it as the person who caused it would.

#[test]
fn what_the_laws_forbid_does_not_compile_and_its_twin_does() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/fail/*.rs");
    cases.pass("ui/pass/*.rs");
}
