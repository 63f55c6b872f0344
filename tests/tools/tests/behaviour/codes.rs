//! Every command with every reply it can give, and nothing else: the tables that the documentation shows.

use replies::Code;
use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::file_cases::{file_cases, read_cases};
use crate::world::World;

/// A call in a world, and the code it must be answered with.
pub(crate) struct Case {
    pub(crate) world: fn() -> World,
    pub(crate) call: Value,
    pub(crate) code: Code,
}

/// The replies of each command of `ck3_dir`.
#[rustfmt::skip]
pub(crate) const DIR_CODES: &[(&str, &[Code])] = &[
    ("pwd", &[Code::Home]),
    ("cd", &[Code::HomeChanged, Code::NotAHome, Code::ModeNotInitialised]),
    ("list", &[Code::DirectoryListed, Code::NotADirectory, Code::ReadFailed, Code::PathNotFound, Code::VisibilityCapacityExceeded, Code::ModeNotInitialised]),
    ("tree", &[Code::TreeListed, Code::NotADirectory, Code::ReadFailed, Code::PathNotFound, Code::VisibilityCapacityExceeded, Code::ModeNotInitialised]),
];

/// The replies of `ck3_read`, which has one command.
#[rustfmt::skip]
pub(crate) const READ_CODES: &[(&str, &[Code])] = &[
    ("read", &[
        Code::FileRead, Code::FilesRead, Code::NotAFile, Code::FileInUse, Code::FileTooLarge, Code::RangeOutsideFile, Code::ReadFailed, Code::PathNotFound,
        Code::VisibilityCapacityExceeded, Code::ModeNotInitialised,
    ]),
];

/// The replies of each command of `ck3_file`.
#[rustfmt::skip]
pub(crate) const FILE_CODES: &[(&str, &[Code])] = &[
    ("write", &[
        Code::FileWritten, Code::ChangePermitted, Code::PathNotFound, Code::NotADirectory, Code::NotAFile, Code::FileInUse, Code::FileTooLarge,
        Code::ContentDiffers, Code::TargetExists, Code::TargetReadOnly, Code::EncodingCannotHold, Code::NotText, Code::ScriptInvalid, Code::ModeNotInitialised, Code::WriteDenied,
        Code::OutsideContract, Code::ContractRequired, Code::TokenRequired, Code::NoRule, Code::ApprovalRefused, Code::TooManyWaiting,
        Code::WriteFailed, Code::JournalUnavailable, Code::RequestNotKept, Code::TargetBusy, Code::ReadFailed, Code::VisibilityCapacityExceeded,
    ]),
    ("edit", &[
        Code::FileWritten, Code::ChangePermitted, Code::PathNotFound, Code::NotAFile, Code::FileInUse, Code::FileTooLarge, Code::ContentDiffers,
        Code::TextCountDiffers, Code::TargetReadOnly, Code::EncodingCannotHold, Code::NotText, Code::ScriptInvalid, Code::ModeNotInitialised, Code::WriteDenied, Code::OutsideContract, Code::ContractRequired, Code::TokenRequired,
        Code::NoRule, Code::ApprovalRefused, Code::TooManyWaiting, Code::WriteFailed, Code::JournalUnavailable, Code::RequestNotKept, Code::TargetBusy, Code::ReadFailed, Code::VisibilityCapacityExceeded,
    ]),
    ("rename", &[
        Code::FileRenamed, Code::FolderRenamed, Code::FolderNotMovable, Code::FolderTooLarge, Code::PathNotFound, Code::NotADirectory, Code::NotAFile, Code::FileInUse, Code::FileTooLarge, Code::ContentDiffers,
        Code::TargetExists, Code::TargetIsLink, Code::OtherDisk, Code::ModeNotInitialised, Code::WriteDenied, Code::OutsideContract, Code::ContractRequired, Code::TwoContracts,
        Code::TokenRequired, Code::NoRule, Code::ApprovalRefused, Code::TooManyWaiting, Code::WriteFailed, Code::JournalUnavailable, Code::RequestNotKept, Code::TargetBusy, Code::ReadFailed,
        Code::VisibilityCapacityExceeded,
    ]),
    ("delete", &[
        Code::FileDeleted, Code::FolderDeleted, Code::FolderNotEmpty, Code::FolderNotMovable, Code::FolderTooLarge, Code::PathNotFound, Code::NotAFile, Code::NotADirectory, Code::FileInUse, Code::FileTooLarge, Code::ContentDiffers, Code::TargetIsLink, Code::ModeNotInitialised,
        Code::WriteDenied, Code::OutsideContract, Code::ContractRequired, Code::TokenRequired, Code::NoRule, Code::ApprovalRefused, Code::TooManyWaiting,
        Code::WriteFailed, Code::JournalUnavailable, Code::RequestNotKept, Code::TargetBusy, Code::ReadFailed, Code::VisibilityCapacityExceeded,
    ]),
];

/// What answers when no file can be opened any more; `failures.rs` makes these calls in a process that is short of handles.
#[rustfmt::skip]
pub(crate) const WITHOUT_HANDLES: &[(&str, &str, &str)] = &[
    ("ck3_dir", "list", r#"{ "command": "list", "path": "root:game/common" }"#),
    ("ck3_dir", "tree", r#"{ "command": "tree", "path": "root:game/common" }"#),
    ("ck3_read", "read", r#"{ "path": "root:game/common/00_defines.txt" }"#),
    ("ck3_file", "write", r#"{ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" }"#),
    ("ck3_file", "edit", r#"{ "command": "edit", "path": "root:ck3raven_data/wip/a.txt", "old_text": "o", "new_text": "x" }"#),
    ("ck3_file", "rename", r#"{ "command": "rename", "path": "root:ck3raven_data/wip/a.txt", "to": "root:ck3raven_data/wip/b.txt" }"#),
    ("ck3_file", "delete", r#"{ "command": "delete", "path": "root:ck3raven_data/wip/a.txt" }"#),
];

/// What answers when another program holds the file; `held.rs` makes these calls where a system has such files.
#[rustfmt::skip]
pub(crate) const HELD_ELSEWHERE: &[(&str, &str, &str)] = &[
    ("ck3_read", "read", r#"{ "path": "root:ck3raven_data/wip/a.txt" }"#),
    ("ck3_file", "write", r#"{ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" }"#),
    ("ck3_file", "edit", r#"{ "command": "edit", "path": "root:ck3raven_data/wip/a.txt", "old_text": "o", "new_text": "x" }"#),
    ("ck3_file", "rename", r#"{ "command": "rename", "path": "root:ck3raven_data/wip/a.txt", "to": "root:ck3raven_data/wip/b.txt" }"#),
    ("ck3_file", "delete", r#"{ "command": "delete", "path": "root:ck3raven_data/wip/a.txt" }"#),
];

fn dir_cases() -> Vec<Case> {
    let case = |world, call, code| Case { world, call, code };
    vec![
        case(World::lens, json!({}), Code::Home),
        case(World::without_mode, json!({ "command": "pwd" }), Code::Home),
        case(World::lens, json!({ "command": "cd", "path": "root:game" }), Code::HomeChanged),
        case(World::dev, json!({ "command": "cd", "path": "root:repo" }), Code::HomeChanged),
        case(World::lens, json!({ "command": "cd", "path": "root:repo" }), Code::NotAHome),
        case(World::lens, json!({ "command": "cd", "path": "root:game/common" }), Code::NotAHome),
        case(World::lens, json!({ "command": "cd", "path": "mod:A" }), Code::NotAHome),
        case(World::without_mode, json!({ "command": "cd", "path": "root:game" }), Code::ModeNotInitialised),
        case(World::lens, json!({ "command": "list" }), Code::DirectoryListed),
        case(World::lens, json!({ "command": "list", "path": "mod:A" }), Code::DirectoryListed),
        case(World::lens, json!({ "command": "list", "path": "root:game/common/00_defines.txt" }), Code::NotADirectory),
        case(World::lens, json!({ "command": "list", "path": "root:game/missing" }), Code::PathNotFound),
        case(World::lens, json!({ "command": "list", "path": "root:repo" }), Code::PathNotFound),
        case(World::lens, json!({ "command": "list", "after": "root:game/common" }), Code::PathNotFound),
        case(spent, json!({ "command": "list" }), Code::VisibilityCapacityExceeded),
        case(World::without_mode, json!({ "command": "list" }), Code::ModeNotInitialised),
        case(World::lens, json!({ "command": "tree", "path": "root:game" }), Code::TreeListed),
        case(World::lens, json!({ "command": "tree", "path": "root:game/common/00_defines.txt" }), Code::NotADirectory),
        case(World::lens, json!({ "command": "tree", "path": "mod:Nobody's" }), Code::PathNotFound),
        case(spent, json!({ "command": "tree" }), Code::VisibilityCapacityExceeded),
        case(World::without_mode, json!({ "command": "tree" }), Code::ModeNotInitialised),
    ]
}

pub(crate) fn spent() -> World {
    World::lens().spend_references()
}

#[test]
fn every_command_of_ck3_dir_gives_every_reply_of_its_table() {
    let mut seen = seen_elsewhere("ck3_dir");
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
    let mut seen = seen_elsewhere("ck3_file");
    for Case { world, call, code } in file_cases() {
        let command = call["command"].as_str().unwrap().to_owned();
        let answer = world().file(call.clone());
        assert_eq!(answer.code, code, "{call} was answered with {answer:?}");
        seen.insert((command, code));
    }
    assert_eq!(seen, table(FILE_CODES));
}

#[test]
fn ck3_read_gives_every_reply_of_its_table() {
    let mut seen = seen_elsewhere("ck3_read");
    for Case { world, call, code } in read_cases() {
        let answer = world().read(call.clone());
        assert_eq!(answer.code, code, "{call} was answered with {answer:?}");
        seen.insert(("read".to_owned(), code));
    }
    assert_eq!(seen, table(READ_CODES));
}

/// Besides those of its table, a tool that takes a session can say that there is none; the wire tests show it.
#[test]
fn the_codes_that_a_tool_declares_are_those_of_its_table() {
    let world = World::lens();
    for (tool, commands) in [("ck3_dir", DIR_CODES), ("ck3_read", READ_CODES), ("ck3_file", FILE_CODES)] {
        let mut given: BTreeSet<Code> = commands.iter().flat_map(|(_, codes)| codes.iter().copied()).collect();
        given.extend([Code::SessionRequired, Code::SessionUnknown]);
        let declared = &world.tools.find(tool).unwrap().codes;
        assert_eq!(*declared, given.into_iter().map(Into::into).collect::<Vec<reply_kit::CodeRef>>());
    }
}

/// What takes a process, or a system, of its own.
fn seen_elsewhere(tool: &str) -> BTreeSet<(String, Code)> {
    let seen = [(WITHOUT_HANDLES, Code::ReadFailed), (HELD_ELSEWHERE, Code::FileInUse)];
    let calls = seen.into_iter().flat_map(|(calls, code)| calls.iter().map(move |call| (call, code)));
    calls.filter(|((of, ..), _)| *of == tool).map(|((_, command, _), code)| ((*command).to_owned(), code)).collect()
}

fn table(of: &[(&str, &[Code])]) -> BTreeSet<(String, Code)> {
    of.iter().flat_map(|(command, codes)| codes.iter().map(|code| ((*command).to_owned(), *code))).collect()
}
