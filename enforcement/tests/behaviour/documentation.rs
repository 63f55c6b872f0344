//! The policy in the documentation is the policy in force.

#[test]
fn l64_the_documented_table_is_the_policy() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/arch/enforcement.md");
    let text = std::fs::read_to_string(file).unwrap();
    let table = enforcement::policy_table();
    // An empty table would be found in any text.
    assert_eq!(table.lines().count(), 2 + 2 * enforcement::PolicyZone::ALL.len(), "{table}");
    for requirement in ["allowed", "with a contract", "with a token", "with a contract and a token", "never"] {
        assert!(table.contains(&format!("| {requirement} |")), "no row says `{requirement}`:\n{table}");
    }
    assert!(text.contains(&table), "docs/arch/enforcement.md must contain this table:\n\n{table}");
}
