//! One piece of work from beginning to end: an agent on the wire, a person at a terminal.

use replies::Code;
use serde_json::json;

use crate::server::{Home, text};

const FILE: &str = "mod:Braver Braves/common/traits/zz_braver.txt";

#[cfg(unix)]
#[test]
fn l66_contract_write_approval_delete_and_undo() {
    let home = Home::new();
    let mut server = home.connect();
    let path = home.path("sample/user_docs/mod/Braver Braves/common/traits/zz_braver.txt");

    let read = server.call("ck3_read", json!({ "path": FILE }));
    let digest = read["data"]["digest"].as_str().unwrap().to_owned();
    let edit = json!({ "command": "edit", "path": FILE, "old_text": "martial = 4", "new_text": "martial = 6", "expected_digest": digest });
    assert_eq!(
        server.call("ck3_file", edit.clone())["code"],
        Code::ContractRequired.as_str(),
        "a local mod needs a contract"
    );

    let contract =
        json!({ "intent": "Braver braves.", "scope": "mod:Braver Braves", "operations": ["write", "delete"] });
    let opened = server.call("ck3_contract", json!({ "command": "open", "contract": contract }));
    assert_eq!(opened["code"], Code::ContractOpened.as_str(), "{opened}");
    let edited = server.call("ck3_file", edit);
    assert_eq!(edited["code"], Code::FileWritten.as_str(), "{edited}");
    assert!(text(&path).unwrap().contains("martial = 6"));

    let delete = json!({ "command": "delete", "path": FILE });
    let denied = server.call("ck3_file", delete.clone());
    assert_eq!(denied["code"], Code::TokenRequired.as_str(), "{denied}");
    let request = denied["data"]["request"].as_str().unwrap();
    let waiting = String::from_utf8(home.run(&["approvals"]).stdout).unwrap();
    assert!(waiting.contains(request) && waiting.contains(FILE), "{waiting}");
    home.approve(request);
    let deleted = server.call("ck3_file", delete.clone());
    assert_eq!(deleted["code"], Code::FileDeleted.as_str(), "{deleted}");
    assert!(!path.exists());
    let again = server.call("ck3_read", json!({ "path": FILE }));
    assert_eq!(again["code"], Code::PathNotFound.as_str());

    let trace_id = deleted["meta"]["trace_id"].as_str().unwrap();
    let undone = home.run(&["undo", trace_id]);
    assert!(undone.status.success(), "{undone:?}");
    assert!(text(&path).unwrap().contains("martial = 6"));
    assert!(!home.run(&["undo", trace_id]).status.success(), "once is enough");

    let refused = server.call("ck3_file", delete.clone());
    assert_eq!(refused["code"], Code::TokenRequired.as_str(), "a grant is used once (L66)");
    assert!(home.run(&["deny", refused["data"]["request"].as_str().unwrap()]).status.success());
    assert_eq!(server.call("ck3_file", delete)["code"], Code::ApprovalRefused.as_str());
    assert_eq!(server.call("ck3_contract", json!({ "command": "close" }))["code"], Code::ContractClosed.as_str());

    let story = String::from_utf8(home.run(&["trace", trace_id]).stdout).unwrap();
    for word in ["ck3_file", Code::FileDeleted.as_str(), "ALLOW", "delete", FILE, "undone"] {
        assert!(story.contains(word), "{word} is missing in:\n{story}");
    }
}

#[test]
fn l66_what_waited_in_a_server_that_has_ended_waits_no_more() {
    let home = Home::new();
    let mut server = home.connect();
    let delete = json!({ "command": "delete", "path": "root:ck3raven_data/wip/README.txt" });
    let denied = server.call("ck3_file", delete);
    assert_eq!(denied["code"], Code::TokenRequired.as_str());
    let (_, status, _) = server.end();
    assert!(status.success());
    let waiting = String::from_utf8(home.run(&["approvals"]).stdout).unwrap();
    assert!(waiting.contains("nothing waits"), "{waiting}");
}
