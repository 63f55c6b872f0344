//! Files that another program holds open, as only Windows has them: it does not let them be changed.
#![cfg(windows)]

use std::fs::{File, OpenOptions};
use std::os::windows::fs::OpenOptionsExt as _;
use std::path::PathBuf;

use enforcement::{PendingLock, Requirement, UndoRecorder};
use replies::Code;
use reply_kit::{ClientDecision, TraceId};
use serde_json::{Value, json};
use world_adapter::Prepared;

use crate::codes::HELD_ELSEWHERE;
use crate::world::World;

/// `FILE_SHARE_READ`: others may read it, and neither write nor delete it. The game and most editors open files so.
const READABLE: u32 = 1;

pub(crate) fn hold(file: PathBuf, share: u32) -> File {
    OpenOptions::new().read(true).share_mode(share).open(file).unwrap()
}

#[test]
fn a_file_that_another_program_holds_is_said_to_be_in_use_and_nothing_changes() {
    for (tool, _, call) in HELD_ELSEWHERE {
        let world = World::builder().person(ClientDecision::Granted).build();
        let call: Value = serde_json::from_str(call).unwrap();
        let _holder = hold(world.path("data/wip/a.txt"), if *tool == "ck3_read" { 0 } else { READABLE });
        let answer = world.call(tool, &call);
        assert_eq!(answer.code, Code::FileInUse, "{call} was answered with {answer:?}");
        assert_eq!(world.names("data/wip"), ["a.txt"]);
    }
}

#[test]
fn an_approval_of_a_change_that_a_file_in_use_stopped_still_stands() {
    let world = World::lens();
    let call = json!({ "command": "delete", "path": "root:ck3raven_data/wip/a.txt" });
    let denial = world.file(call.clone());
    assert_eq!(denial.code, Code::TokenRequired);
    world.grant(&denial);
    let holder = hold(world.path("data/wip/a.txt"), READABLE);
    assert_eq!(world.file(call.clone()).code, Code::FileInUse);
    drop(holder);
    assert_eq!(world.file(call.clone()).code, Code::FileDeleted, "nobody is asked again");
    assert!(world.names("data/wip").is_empty());
}

#[test]
fn a_program_that_releases_the_file_quickly_is_waited_for() {
    struct Scanner(PathBuf);
    impl UndoRecorder for Scanner {
        fn record(&self, _: TraceId, _: &Prepared<'_>, _: Requirement) -> std::io::Result<PendingLock> {
            let held = hold(self.0.clone(), READABLE);
            std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(200));
                drop(held);
            });
            Ok(PendingLock::default())
        }
    }
    let builder = World::builder();
    let file = builder.path("data/wip/a.txt");
    let world = builder.recorder(Scanner(file)).build();
    let call = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "new\n" });
    assert_eq!(world.file(call).code, Code::FileWritten);
    assert_eq!(world.text("data/wip/a.txt").unwrap(), "new\n");
}
