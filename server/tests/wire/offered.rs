//! What a client is offered when it connects.

use replies::Code;
use serde_json::json;

use crate::server::Home;
use crate::stable::stable;

#[test]
fn the_list_of_tools() {
    let mut server = Home::new().connect();
    let answer = server.request("tools/list", json!({}));
    insta::assert_json_snapshot!("tools_list", stable(answer["result"].clone()));
}

#[test]
fn what_a_model_pays_for_a_tool_is_bounded() {
    let mut server = Home::new().connect();
    let answer = server.request("tools/list", json!({}));
    let bytes: Vec<usize> =
        answer["result"]["tools"].as_array().unwrap().iter().map(|tool| tool.to_string().len()).collect();
    let all: usize = bytes.iter().sum();
    assert!(all <= 2_300 * bytes.len() && bytes.iter().all(|bytes| *bytes <= 4_000), "{bytes:?}");
}

#[test]
fn the_handshake_and_its_instructions() {
    let home = Home::new();
    let mut server = home.serve(&[]);
    let welcome = server.initialize();
    assert_eq!(welcome["instructions"].as_str().unwrap().lines().count(), 10, "ten lines teach the four reactions");
    insta::assert_json_snapshot!("initialize", stable(welcome));
}

#[test]
fn a_read_only_server_does_not_offer_changes() {
    let home = Home::new();
    let mut server = home.serve(&["--read-only"]);
    server.initialize();
    let answer = server.request("tools/list", json!({}));
    let names: Vec<&str> =
        answer["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["ck3_session", "ck3_dir", "ck3_read", "ck3_search", "ck3_check", "ck3_lens", "ck3_log", "ck3_explain"]
    );
    assert_eq!(answer["result"]["tools"][2]["annotations"]["readOnlyHint"], true);
    let write = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" });
    let answer = server.request("tools/call", json!({ "name": "ck3_file", "arguments": write }));
    assert_eq!(answer["error"]["code"], -32602, "what is not offered is not a tool");
    assert!(!home.path("sample/ck3raven_data/wip/a.txt").exists());
}

#[test]
fn resources_templates_prompts_and_completion() {
    let mut server = Home::new().connect();
    let mut ask = |method: &str, params| stable(server.request(method, params)["result"].clone());
    insta::assert_json_snapshot!("resources_list", ask("resources/list", json!({})));
    insta::assert_json_snapshot!("resources_templates", ask("resources/templates/list", json!({})));
    insta::assert_json_snapshot!("prompts_list", ask("prompts/list", json!({})));
    insta::assert_json_snapshot!("a_code", ask("resources/read", json!({ "uri": "ck3raven://codes/WA-RES-I-001" })));
    let complete = json!({
        "ref": { "type": "ref/resource", "uri": "ck3raven://codes/{code}" },
        "argument": { "name": "code", "value": "wa-res" },
    });
    insta::assert_json_snapshot!("completion", ask("completion/complete", complete));
    let prompt = ask("prompts/get", json!({ "name": "ck3raven", "arguments": { "goal": "Make brave braver." } }));
    let text = prompt["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(text.starts_with("Every answer is one envelope") && text.ends_with("Make brave braver."), "{text}");
}

#[test]
fn the_registry_resource_names_every_code() {
    let mut server = Home::new().connect();
    let answer = server.request("resources/read", json!({ "uri": "ck3raven://codes" }));
    let registry = answer["result"]["contents"][0]["text"].as_str().unwrap().to_owned();
    for code in replies::Code::ALL {
        assert!(registry.contains(&format!("| {code} |")), "{code}");
    }
}

#[test]
fn l20_a_resource_that_does_not_exist_is_refused_with_the_nearest_codes() {
    let mut server = Home::new().connect();
    let answer = server.request("resources/read", json!({ "uri": "ck3raven://codes/WA-RES-I-777" }));
    assert_eq!(answer["error"]["code"], -32002);
    let data = &answer["error"]["data"];
    assert_eq!(
        (&data["uri"], &data["reply"]["code"]),
        (&json!("ck3raven://codes/WA-RES-I-777"), &json!(Code::CodeUnknown.as_str()))
    );
    assert!(data["reply"]["data"]["nearest"].as_array().unwrap().contains(&json!(Code::PathNotFound.as_str())));
}

#[test]
fn l49_a_host_path_asked_for_as_a_resource_is_not_echoed() {
    let mut server = Home::new().connect();
    let answer = server.request("resources/read", json!({ "uri": "file:///home/nate/secret" }));
    assert_eq!(answer["error"]["code"], -32002);
    assert!(!answer.to_string().contains("nate"), "{answer}");
}
