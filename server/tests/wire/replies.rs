//! Every reply type on the wire, and every code the server's own tools give.

use replies::Code;
use serde_json::json;

use crate::server::Home;
use crate::stable::stable;

#[test]
fn l18_success_on_the_wire() {
    let mut server = Home::new().connect();
    let answer = server
        .request("tools/call", json!({ "name": "ck3_dir", "arguments": { "command": "list", "path": "root:game" } }));
    insta::assert_json_snapshot!("reply_s", stable(answer));
}

#[test]
fn l18_invalid_on_the_wire() {
    let mut server = Home::new().connect();
    let answer = server
        .request("tools/call", json!({ "name": "ck3_dir", "arguments": { "command": "list", "path": "root:gane" } }));
    insta::assert_json_snapshot!("reply_i", stable(answer));
}

#[test]
fn l18_denied_on_the_wire() {
    let mut server = Home::new().connect();
    let write = json!({ "command": "write", "path": "root:game/common/a.txt", "content": "x" });
    let answer = server.request("tools/call", json!({ "name": "ck3_file", "arguments": write }));
    insta::assert_json_snapshot!("reply_d", stable(answer));
}

#[test]
fn l18_error_on_the_wire() {
    let home = Home::new();
    let mut server = home.connect();
    // A journal that is a directory cannot be written: mutations fail closed (L68).
    std::fs::create_dir_all(home.path("state/journal.jsonl")).unwrap();
    let write = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" });
    let answer = server.request("tools/call", json!({ "name": "ck3_file", "arguments": write }));
    insta::assert_json_snapshot!("reply_e", stable(answer));
}

#[test]
fn l20_every_wrong_field_is_named_with_what_was_expected() {
    let mut server = Home::new().connect();
    let arguments = json!({ "command": "lst", "depth": "three", "colour": "red" });
    let envelope = server.call("ck3_dir", arguments);
    insta::assert_json_snapshot!("bad_arguments", stable(envelope));
}

#[test]
fn the_session_tool_answers() {
    let mut server = Home::new().connect();
    insta::assert_json_snapshot!("session_status", stable(server.call("ck3_session", json!({}))));
    let changed = server.call("ck3_session", json!({ "command": "init", "mode": "ck3raven-dev" }));
    assert_eq!(
        (changed["code"].as_str(), changed["data"]["mode"].as_str()),
        (Some(Code::SessionInitialised.as_str()), Some("ck3raven-dev"))
    );
    let status = server.call("ck3_session", json!({}));
    assert_eq!(
        (status["code"].as_str(), status["data"]["mode"].as_str()),
        (Some(Code::SessionStatus.as_str()), Some("ck3raven-dev"))
    );
    let refused = server.call("ck3_session", json!({ "command": "init", "mode": "god" }));
    assert_eq!(refused["code"], Code::ModeNotOffered.as_str());
    let unknown = server.call("ck3_dir", json!({ "session": "not-a-session" }));
    assert_eq!(unknown["code"], Code::SessionUnknown.as_str());
}

#[test]
fn the_home_of_a_session_is_a_visible_root() {
    let mut server = Home::new().connect();
    let changed = server.call("ck3_dir", json!({ "command": "cd", "path": "root:game" }));
    assert_eq!(
        (changed["code"].as_str(), changed["data"]["home"].as_str()),
        (Some(Code::HomeChanged.as_str()), Some("root:game"))
    );
    assert_eq!(
        server.call("ck3_dir", json!({ "command": "cd", "path": "root:game/common" }))["code"],
        Code::NotAHome.as_str()
    );
}

#[test]
fn a_code_is_explained_by_code_and_by_key() {
    let mut server = Home::new().connect();
    let by_code = server.call("ck3_explain", json!({ "code": "wa-res-i-001" }));
    let by_key = server.call("ck3_explain", json!({ "code": "PATH_NOT_FOUND" }));
    assert_eq!(by_code["code"], Code::CodeExplained.as_str());
    assert_eq!(by_code["data"], by_key["data"]);
    assert_eq!(server.call("ck3_explain", json!({ "code": "WA-RES-I-999" }))["code"], Code::CodeUnknown.as_str());
}
