//! Every command with every reply it can give, and nothing else: the tables that the documentation shows.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::file_cases::file_cases;
use crate::world::World;

/// A call in a world, and the code it must be answered with.
pub(crate) struct Case {
    pub(crate) world: fn() -> World,
    pub(crate) call: Value,
    pub(crate) code: &'static str,
}

/// The replies of each command of `ck3_dir`.
#[rustfmt::skip]
pub(crate) const DIR_CODES: &[(&str, &[&str])] = &[
    ("pwd", &["MCP-SYS-S-001"]),
    ("cd", &["MCP-SYS-S-002", "MCP-SYS-I-001", "WA-SYS-I-001"]),
    ("list", &["WA-READ-S-001", "WA-READ-I-001", "WA-READ-E-001", "WA-RES-I-001", "WA-RES-E-001", "WA-SYS-I-001"]),
    ("tree", &["WA-READ-S-002", "WA-READ-I-001", "WA-READ-E-001", "WA-RES-I-001", "WA-RES-E-001", "WA-SYS-I-001"]),
];

/// The replies of each command of `ck3_file`.
#[rustfmt::skip]
pub(crate) const FILE_CODES: &[(&str, &[&str])] = &[
    ("read", &[
        "WA-READ-S-003", "WA-READ-I-002", "WA-READ-I-003", "WA-READ-I-004", "WA-READ-E-001", "WA-RES-I-001", "WA-RES-E-001",
        "WA-SYS-I-001",
    ]),
    ("write", &[
        "EN-WRITE-S-001", "EN-WRITE-S-004", "WA-RES-I-001", "WA-READ-I-001", "WA-READ-I-002", "WA-READ-I-003",
        "WA-WRITE-I-001", "WA-WRITE-I-003", "WA-SYS-I-001", "EN-WRITE-D-001", "EN-WRITE-D-002", "EN-WRITE-D-003",
        "EN-WRITE-D-004", "EN-WRITE-D-005", "EN-GATE-D-001", "EN-GATE-D-002", "EN-WRITE-E-001", "EN-LOG-E-001", "WA-READ-E-001",
        "WA-RES-E-001",
    ]),
    ("edit", &[
        "EN-WRITE-S-001", "EN-WRITE-S-004", "WA-RES-I-001", "WA-READ-I-002", "WA-READ-I-003", "WA-WRITE-I-001",
        "WA-WRITE-I-002", "WA-SYS-I-001", "EN-WRITE-D-001", "EN-WRITE-D-002", "EN-WRITE-D-003", "EN-WRITE-D-004",
        "EN-WRITE-D-005", "EN-GATE-D-001", "EN-GATE-D-002", "EN-WRITE-E-001", "EN-LOG-E-001", "WA-READ-E-001", "WA-RES-E-001",
    ]),
    ("rename", &[
        "EN-WRITE-S-003", "WA-RES-I-001", "WA-READ-I-001", "WA-READ-I-002", "WA-READ-I-003", "WA-WRITE-I-001",
        "WA-WRITE-I-003", "WA-SYS-I-001", "EN-WRITE-D-001", "EN-WRITE-D-002", "EN-WRITE-D-003", "EN-WRITE-D-004",
        "EN-WRITE-D-005", "EN-GATE-D-001", "EN-GATE-D-002", "EN-WRITE-E-001", "EN-LOG-E-001", "WA-READ-E-001", "WA-RES-E-001",
    ]),
    ("delete", &[
        "EN-WRITE-S-002", "WA-RES-I-001", "WA-READ-I-002", "WA-READ-I-003", "WA-WRITE-I-001", "WA-SYS-I-001",
        "EN-WRITE-D-001", "EN-WRITE-D-002", "EN-WRITE-D-003", "EN-WRITE-D-004", "EN-WRITE-D-005", "EN-GATE-D-001", "EN-GATE-D-002",
        "EN-WRITE-E-001", "EN-LOG-E-001", "WA-READ-E-001", "WA-RES-E-001",
    ]),
];

/// What answers when no file can be opened any more; `failures.rs` makes these calls in a process that is short of handles.
#[rustfmt::skip]
pub(crate) const WITHOUT_HANDLES: &[(&str, &str, &str)] = &[
    ("ck3_dir", "list", r#"{ "command": "list", "path": "root:game/common" }"#),
    ("ck3_dir", "tree", r#"{ "command": "tree", "path": "root:game/common" }"#),
    ("ck3_file", "read", r#"{ "command": "read", "path": "root:game/common/00_defines.txt" }"#),
    ("ck3_file", "write", r#"{ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" }"#),
    ("ck3_file", "edit", r#"{ "command": "edit", "path": "root:ck3raven_data/wip/a.txt", "old_text": "o", "new_text": "x" }"#),
    ("ck3_file", "rename", r#"{ "command": "rename", "path": "root:ck3raven_data/wip/a.txt", "to": "root:ck3raven_data/wip/b.txt" }"#),
    ("ck3_file", "delete", r#"{ "command": "delete", "path": "root:ck3raven_data/wip/a.txt" }"#),
];

fn dir_cases() -> Vec<Case> {
    let case = |world, call, code| Case { world, call, code };
    vec![
        case(World::lens, json!({}), "MCP-SYS-S-001"),
        case(World::without_mode, json!({ "command": "pwd" }), "MCP-SYS-S-001"),
        case(World::lens, json!({ "command": "cd", "path": "root:game" }), "MCP-SYS-S-002"),
        case(World::dev, json!({ "command": "cd", "path": "root:repo" }), "MCP-SYS-S-002"),
        case(World::lens, json!({ "command": "cd", "path": "root:repo" }), "MCP-SYS-I-001"),
        case(World::lens, json!({ "command": "cd", "path": "root:game/common" }), "MCP-SYS-I-001"),
        case(World::lens, json!({ "command": "cd", "path": "mod:A" }), "MCP-SYS-I-001"),
        case(World::lens, json!({ "command": "cd" }), "MCP-SYS-I-001"),
        case(World::without_mode, json!({ "command": "cd", "path": "root:game" }), "WA-SYS-I-001"),
        case(World::lens, json!({ "command": "list" }), "WA-READ-S-001"),
        case(World::lens, json!({ "command": "list", "path": "mod:A" }), "WA-READ-S-001"),
        case(World::lens, json!({ "command": "list", "path": "root:game/common/00_defines.txt" }), "WA-READ-I-001"),
        case(World::lens, json!({ "command": "list", "path": "root:game/missing" }), "WA-RES-I-001"),
        case(World::lens, json!({ "command": "list", "path": "root:repo" }), "WA-RES-I-001"),
        case(World::lens, json!({ "command": "list", "after": "root:game/common" }), "WA-RES-I-001"),
        case(spent, json!({ "command": "list" }), "WA-RES-E-001"),
        case(World::without_mode, json!({ "command": "list" }), "WA-SYS-I-001"),
        case(World::lens, json!({ "command": "tree", "path": "root:game" }), "WA-READ-S-002"),
        case(World::lens, json!({ "command": "tree", "path": "root:game/common/00_defines.txt" }), "WA-READ-I-001"),
        case(World::lens, json!({ "command": "tree", "path": "mod:Nobody's" }), "WA-RES-I-001"),
        case(spent, json!({ "command": "tree" }), "WA-RES-E-001"),
        case(World::without_mode, json!({ "command": "tree" }), "WA-SYS-I-001"),
    ]
}

pub(crate) fn spent() -> World {
    World::lens().spend_references()
}

#[test]
fn every_command_of_ck3_dir_gives_every_reply_of_its_table() {
    let mut seen = seen_without_handles("ck3_dir");
    for Case { world, call, code } in dir_cases() {
        let command = call["command"].as_str().unwrap_or("pwd").to_owned();
        let answer = world().dir(call.clone());
        assert_eq!(answer.code, code, "{call} was answered with {answer:?}");
        seen.insert((command, code));
    }
    assert_eq!(seen, table(DIR_CODES));
}

#[test]
fn every_command_of_ck3_file_gives_every_reply_of_its_table() {
    let mut seen = seen_without_handles("ck3_file");
    for Case { world, call, code } in file_cases() {
        let command = call["command"].as_str().unwrap().to_owned();
        let answer = world().file(call.clone());
        assert_eq!(answer.code, code, "{call} was answered with {answer:?}");
        seen.insert((command, code));
    }
    assert_eq!(seen, table(FILE_CODES));
}

#[test]
fn the_codes_that_a_tool_declares_are_those_of_its_table() {
    for (declared, commands) in [(ck3_dir::CODES, DIR_CODES), (ck3_file::CODES, FILE_CODES)] {
        let given: BTreeSet<&str> = commands.iter().flat_map(|(_, codes)| codes.iter().copied()).collect();
        assert_eq!(declared.iter().copied().collect::<BTreeSet<_>>(), given);
        assert_eq!(declared.len(), given.len(), "a code is declared twice");
        assert!(declared.iter().all(|code| replies::REGISTRY.find(code).is_some()));
    }
}

fn seen_without_handles(tool: &str) -> BTreeSet<(String, &'static str)> {
    let calls = WITHOUT_HANDLES.iter().filter(|(of, ..)| *of == tool);
    calls.map(|(_, command, _)| ((*command).to_owned(), "WA-READ-E-001")).collect()
}

fn table(of: &[(&str, &[&'static str])]) -> BTreeSet<(String, &'static str)> {
    of.iter().flat_map(|(command, codes)| codes.iter().map(|code| ((*command).to_owned(), *code))).collect()
}

#[test]
fn where_it_only_reads_the_codes_are_those_of_reading() {
    let read = FILE_CODES.iter().find(|(command, _)| *command == "read").map(|(_, codes)| *codes);
    assert_eq!(read, Some(ck3_file::READING_CODES));
}
