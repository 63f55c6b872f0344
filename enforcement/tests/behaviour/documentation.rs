//! The policy in the documentation is the policy in force.

#[test]
fn l64_the_documented_table_is_the_policy() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/arch/enforcement.md");
    let text = std::fs::read_to_string(file).unwrap();
    let table = enforcement::policy_table();
    assert!(text.contains(&table), "docs/arch/enforcement.md must contain this table:\n\n{table}");
}
