//! A whole session in one process: mode, contract, write, token, delete, undo.

use enforcement::UndoRecorder as _;
use replies::Code;
use serde_json::json;
use world_adapter::Mode;

use crate::world::World;

#[test]
fn l61_a_session_from_its_mode_to_an_undo() {
    let world = World::without_mode();
    let trait_file = "mod:A/common/traits/new.txt";
    let write = json!({ "command": "write", "path": trait_file, "content": "trait = { }\n" });
    let delete = json!({ "command": "delete", "path": trait_file });

    // Initialise: before there is a mode, nothing is visible.
    assert_eq!(world.file(write.clone()).code, Code::ModeNotInitialised);
    world.set_mode(Some(Mode::Ck3lens));

    // Contract: the denial says what is missing, and with it the same call goes through.
    assert_eq!(world.file(write.clone()).code, Code::ContractRequired);
    assert_eq!(world.bytes("docs/mod/A/common/traits/new.txt"), None);
    let request = json!({
        "intent": "a new trait", "scope": "mod:A", "targets": ["mod:A/common"], "operations": ["write", "delete"],
    });
    assert_eq!(world.open_contract(&request).code, Code::ContractOpened);
    let written = world.file(write);
    assert_eq!(written.code, Code::FileWritten);
    assert_eq!(world.text("docs/mod/A/common/traits/new.txt").unwrap(), "\u{feff}trait = { }\n");
    let outside = json!({ "command": "write", "path": "mod:A/events/new.txt", "content": "" });
    assert_eq!(world.file(outside).code, Code::OutsideContract);

    // Token: a person agrees to this one deletion, once.
    let asked = world.file(delete.clone());
    assert_eq!(asked.code, Code::TokenRequired);
    assert_eq!(world.file(delete.clone()).data["request"], asked.data["request"]);
    world.grant(&asked);
    let deleted = world.file(delete.clone());
    assert_eq!(deleted.code, Code::FileDeleted);
    assert_eq!(deleted.data["previous_digest"], written.data["digest"]);
    assert_eq!(world.bytes("docs/mod/A/common/traits/new.txt"), None);
    assert_eq!(world.file(delete).code, Code::PathNotFound);

    // Undo: what the deletion took away was kept, under the id of the call.
    let kept: Vec<_> = world.undo.list().unwrap().into_iter().map(|change| change.operation).collect();
    assert_eq!(kept, ["delete", "write"]);
    let (change, before) = world.undo.load(&deleted.trace_id).unwrap();
    assert_eq!((change.target.as_str(), before.as_deref()), (trait_file, Some("\u{feff}trait = { }\n".as_bytes())));
    let content = String::from_utf8(before.unwrap()).unwrap();
    let back = world.file(json!({ "command": "write", "path": trait_file, "content": content, "new_only": true }));
    assert_eq!((back.code, &back.data["digest"]), (Code::FileWritten, &written.data["digest"]));
    world.undo.mark_undone(&deleted.trace_id).unwrap();
    assert!(world.undo.load(&deleted.trace_id).unwrap().0.undone);

    // Every decision is in the journal, and what was done follows what was decided.
    let lines = world.journal.lines();
    let story: Vec<String> = lines
        .iter()
        .map(|line| {
            let decision = line["decision"].as_str().unwrap_or_default();
            format!("{} {decision}", line["event"].as_str().unwrap()).trim().to_owned()
        })
        .collect();
    assert_eq!(
        story,
        [
            "decision DENY",
            "contract_opened",
            "decision ALLOW",
            "executed",
            "decision DENY",
            "decision REQUIRE_TOKEN",
            "decision REQUIRE_TOKEN",
            "approval",
            "decision ALLOW",
            "executed",
            "decision ALLOW",
            "executed",
        ]
    );
}

#[test]
fn l61_a_rename_is_governed_at_both_ends_and_can_be_brought_back() {
    let world = World::lens().with_contract("mod:A", &["mod:A"]);
    let rename = json!({ "command": "rename", "path": "mod:A/a.txt", "to": "mod:A/deep/er/b.txt" });
    let asked = world.file(rename.clone());
    world.grant(&asked);
    let renamed = world.file(rename);
    assert_eq!((renamed.code, renamed.string("renamed_to").as_str()), (Code::FileRenamed, "mod:A/deep/er/b.txt"));
    assert_eq!(world.text("docs/mod/A/deep/er/b.txt").unwrap(), "old\n");
    let (change, before) = world.undo.load(&renamed.trace_id).unwrap();
    assert_eq!(change.renamed_to.as_deref(), Some("mod:A/deep/er/b.txt"));
    assert_eq!(before.as_deref(), Some(&b"old\n"[..]));
    let away = json!({ "command": "rename", "path": "mod:A/deep/er/b.txt", "to": "mod:B/b.txt" });
    let away = world.file(away);
    assert_eq!(
        (away.code, &away.data["first_scope"], &away.data["then_scope"]),
        (Code::TwoContracts, &json!("mod:B"), &json!("mod:A")),
        "no contract that could be opened covers both"
    );
}

#[test]
fn l105_a_denial_names_the_next_call_or_says_that_none_helps() {
    let world = World::lens();
    let write = |path: &str| world.file(json!({ "command": "write", "path": path, "content": "" }));
    let needed = write("mod:A/notes.txt");
    assert_eq!(needed.code, Code::ContractRequired);
    assert_eq!(
        (&needed.data["tool"], &needed.data["command"], &needed.data["scope"]),
        (&json!("ck3_contract"), &json!("open"), &json!("mod:A"))
    );
    // A contract that permits nothing, and the way out of it.
    let useless = json!({ "intent": "x", "scope": "root:game", "operations": ["write"] });
    assert_eq!(world.open_contract(&useless).code, Code::ContractOpened);
    let outside = write("mod:A/notes.txt");
    assert_eq!(outside.code, Code::OutsideContract);
    assert_eq!(
        (&outside.data["first"], &outside.data["then"], &outside.data["scope"]),
        (&json!("close"), &json!("open"), &json!("mod:A"))
    );
    let request = json!({ "intent": "x", "scope": outside.data["scope"], "operations": ["write"] });
    let second = world.open_contract(&request);
    assert_eq!((second.code, &second.data["scope"]), (Code::ContractAlreadyOpen, &json!("root:game")));
    let close = json!({ "command": second.data["command"] });
    assert_eq!(world.call(second.string("tool").as_str(), &close).code, Code::ContractClosed);
    assert_eq!(world.open_contract(&request).code, Code::ContractOpened);
    assert_eq!(write("mod:A/notes.txt").code, Code::FileWritten);

    let never = write("root:game/a.txt");
    assert_eq!((never.code, &never.data["zone"]), (Code::WriteDenied, &json!("game")));
    assert_eq!(write("mod:Shop/b.txt").data["zone"], "workshop");
    let asked = world.file(json!({ "command": "delete", "path": "mod:A/notes.txt" }));
    assert_eq!(asked.code, Code::OutsideContract);
    let wip = world.file(json!({ "command": "delete", "path": "root:ck3raven_data/wip/a.txt" }));
    assert_eq!(wip.string("person_runs"), format!("ck3raven approve {}", wip.string("request")));
}

#[test]
fn l38_what_is_wrong_in_an_address_is_quoted_unless_it_is_all_of_it() {
    let world = World::lens();
    for (path, quoted) in [("nonsense", false), ("Root:game", true), ("root:game/../x", true)] {
        let answer = world.call("ck3_dir", &json!({ "command": "list", "path": path }));
        let expected = answer.data["expected"].as_str().unwrap();
        assert_eq!(expected.contains("wrong is"), quoted, "{path}: {expected}");
    }
}

#[test]
fn l100_what_is_too_long_to_be_a_root_is_not_repeated() {
    let world = World::lens();
    for (length, is_repeated) in [(400, true), (401, false), (4_000, false)] {
        let path = "x".repeat(length);
        let refused = world.dir(json!({ "command": "cd", "path": path }));
        assert_eq!(refused.code, Code::NotAHome);
        assert_eq!(refused.data["input"], if is_repeated { path.as_str() } else { "(too long to repeat)" }, "{length}");
    }
}

#[test]
fn a_list_tells_sizes_and_times_where_they_are_asked_for() {
    let world = World::lens();
    world.put("data/wip/a.txt", "12345");
    let list =
        |more: bool| world.dir(json!({ "command": "list", "path": "root:ck3raven_data/wip", "details": more })).data;
    assert_eq!(list(false)["details"], json!([]));
    let told = &list(true)["details"];
    assert!(told[0]["size"] == 5 && told[0]["modified"].is_u64(), "{told}");
}
