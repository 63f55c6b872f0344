//! The policy in the documentation is the policy in force.

use std::fmt::Write as _;

use super::PolicyZone::Elsewhere;
use super::*;

const ZONES: [PolicyZone; 8] = [Wip, LocalMod, Descriptor, Game, Workshop, Launcher, Repository, Elsewhere];

#[test]
fn l64_the_documented_table_is_the_policy() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/arch/enforcement.md");
    let text = std::fs::read_to_string(file).unwrap();
    let table = policy_table();
    // An empty table would be found in any text.
    assert_eq!(table.lines().count(), 2 + 2 * ZONES.len(), "{table}");
    for requirement in ["allowed", "with a contract", "with a token", "with a contract and a token", "never"] {
        assert!(table.contains(&format!("| {requirement} |")), "no row says `{requirement}`:\n{table}");
    }
    assert!(text.contains(&table), "docs/arch/enforcement.md must contain this table:\n\n{table}");
}

/// The table as Markdown, for the documentation.
fn policy_table() -> String {
    let mut out = String::from("| where | operation | ck3lens | ck3raven-dev |\n|---|---|---|---|\n");
    for zone in ZONES {
        for (operation, name) in [(OperationName::Write, "write"), (OperationName::Delete, "delete")] {
            let [lens, dev] = Mode::ALL.map(|mode| describe(requirement(mode, zone, operation)));
            _ = writeln!(out, "| {} | {name} | {lens} | {dev} |", description(zone));
        }
    }
    out
}

const fn describe(requirement: Option<Requirement>) -> &'static str {
    match requirement {
        Some(Free) => "allowed",
        Some(Contract) => "with a contract",
        Some(Token) => "with a token",
        Some(ContractAndToken) => "with a contract and a token",
        Some(Never) => "never",
        None => "denied: no rule",
    }
}

const fn description(zone: PolicyZone) -> &'static str {
    match zone {
        Wip => "`root:ck3raven_data/wip`",
        LocalMod => "a local mod",
        Descriptor => "a `.mod` file of a local mod",
        Game => "the game",
        Workshop => "the workshop",
        Launcher => "the launcher's database",
        Repository => "`root:repo`",
        Elsewhere => "anything else",
    }
}
