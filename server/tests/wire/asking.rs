//! A person at the client is asked, in both eras; whatever they say, the call ends in one reply (L26).

use replies::Code;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::{Home, Server, text};
use crate::stable::stable;

const FILE: &str = "root:ck3raven_data/wip/README.txt";

fn delete() -> Value {
    json!({ "name": "ck3_file", "arguments": { "command": "delete", "path": FILE } })
}

fn file(home: &Home) -> PathBuf {
    home.path("sample/ck3raven_data/wip/README.txt")
}

fn accept(allow: bool) -> Value {
    json!({ "action": "accept", "content": { "allow": allow } })
}

/// Calls, and hears the question instead of an answer.
fn be_asked(server: &mut Server) -> (u64, Value) {
    let call = server.begin("tools/call", delete());
    let question = server.read_message().unwrap();
    assert_eq!(question["method"], "elicitation/create", "{question}");
    (call, question)
}

fn answer(server: &mut Server, question: &Value, result: &Value) {
    server.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": result }));
}

/// The reply to a call, which is the next thing the server says.
fn reply(server: &Server, call: u64) -> Value {
    let answer = server.read_message().unwrap();
    assert_eq!(answer["id"], call, "{answer}");
    server.envelope("ck3_file", &answer["result"])
}

/// Older era, a client that shows forms.
fn older(home: &Home) -> Server {
    home.serve(&[]).able(json!({ "elicitation": {} })).introduced()
}

/// Newer era, the same.
fn newer(home: &Home) -> Server {
    let mut server = home.serve(&[]).able(json!({ "elicitation": { "form": {} } }));
    server.stateless();
    server
}

/// Calls; the result, which asks for the person's answer.
fn call_that_asks(server: &mut Server) -> Value {
    let told = server.request("tools/call", delete());
    assert_eq!(told["result"]["resultType"], "input_required", "{told}");
    told["result"].clone()
}

fn call_with_responses(server: &mut Server, call: Value, state: &Value, responses: &Value) -> Value {
    let mut again = call;
    again["requestState"] = state.clone();
    again["inputResponses"] = responses.clone();
    server.request("tools/call", again)
}

/// Repeats a call with an answer, and with another that nobody asked for.
fn call_with_answer(server: &mut Server, call: Value, state: &Value, said: &Value) -> Value {
    let other = json!({ "action": "accept", "content": { "allow": true } });
    let answer = call_with_responses(server, call, state, &json!({ "approval": said, "other": other }));
    server.envelope("ck3_file", &answer["result"])
}

#[test]
fn l26_in_the_older_era_the_server_asks_and_the_answer_decides() {
    let cases = [
        (accept(true), Code::FileDeleted.as_str()),
        (accept(false), Code::ApprovalRefused.as_str()),
        (json!({ "action": "decline" }), Code::ApprovalRefused.as_str()),
        (json!({ "action": "cancel" }), Code::TokenRequired.as_str()),
        // Accepted without words: that the form was sent is no yes to what it asks.
        (json!({ "action": "accept" }), Code::TokenRequired.as_str()),
        (json!({ "action": "accept", "content": null }), Code::TokenRequired.as_str()),
        (json!({ "action": "accept", "content": {} }), Code::TokenRequired.as_str()),
        (json!({ "action": "accept", "content": { "allow": null } }), Code::TokenRequired.as_str()),
        (json!({ "action": "accept", "content": { "other": true } }), Code::TokenRequired.as_str()),
        (json!({ "action": "accept", "content": { "allow": "yes" } }), Code::TokenRequired.as_str()),
    ];
    for (said, code) in cases {
        let home = Home::new();
        let mut server = older(&home);
        let (call, question) = be_asked(&mut server);
        answer(&mut server, &question, &said);
        assert_eq!(reply(&server, call)["code"], code, "{said}");
        assert_eq!(file(&home).exists(), code != Code::FileDeleted.as_str());
        let (rest, status, _) = server.end();
        assert!(rest.is_empty() && status.success(), "one reply and no more: {rest:?}");
    }
}

#[test]
fn l26_a_yes_counts_whatever_the_client_sends_with_it() {
    let home = Home::new();
    let mut server = older(&home);
    let (call, question) = be_asked(&mut server);
    let content = json!({ "note": "x".repeat(200_000), "allow": true, "list": vec![0; 200_000] });
    answer(&mut server, &question, &json!({ "action": "accept", "content": content }));
    assert_eq!(reply(&server, call)["code"], Code::FileDeleted.as_str());
}

#[test]
fn l26_the_question_says_what_is_to_be_done_and_no_host_path() {
    let home = Home::new();
    let (_, question) = be_asked(&mut older(&home));
    insta::assert_json_snapshot!("question", question["params"]);
    let told = call_that_asks(&mut newer(&home));
    insta::assert_json_snapshot!("input_required", stable(told["inputRequests"].clone()));
}

#[test]
fn l26_waiting_for_a_person_holds_no_worker_and_counts_in_no_timeout() {
    let home = Home::new();
    drop(home.connect());
    let roots =
        ["game", "steam", "user_docs", "ck3raven_data"].map(|key| format!("{key} = \"sample/{key}\"\n")).concat();
    let limits = "[limits]\nrunning = 1\nwaiting = 1\ntimeout_seconds = 1\n";
    std::fs::write(home.path("ck3raven.toml"), format!("mode = \"ck3lens\"\n[roots]\n{roots}{limits}")).unwrap();
    let config = home.path("ck3raven.toml").display().to_string();
    let mut server = home.serve(&["--config", &config]).able(json!({ "elicitation": {} })).introduced();
    let (call, question) = be_asked(&mut server);
    let asked = Instant::now();
    for _ in 0..4 {
        std::thread::sleep(Duration::from_millis(400));
        assert_eq!(server.call("ck3_dir", json!({}))["code"], Code::Home.as_str(), "the one worker is free");
    }
    let waited = asked.elapsed().as_millis();
    answer(&mut server, &question, &accept(true));
    let envelope = reply(&server, call);
    assert_eq!(envelope["code"], Code::FileDeleted.as_str(), "{envelope}");
    assert!(u128::from(envelope["meta"]["duration_ms"].as_u64().unwrap()) < waited, "the wait is not work: {envelope}");

    let trace_id = envelope["meta"]["trace_id"].as_str().unwrap();
    let journal = text(&home.path("state/approved.jsonl")).unwrap();
    let lines: Vec<Value> = journal.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of_the_call = lines.iter().filter(|line| line["trace_id"] == trace_id);
    let events: Vec<_> = of_the_call.map(|line| line["event"].as_str().unwrap_or_default()).collect();
    assert_eq!(
        events,
        ["decision", "approval", "decision", "executed", "call"],
        "one call, from question to end:\n{journal}"
    );
}

#[cfg(unix)]
#[test]
fn l26_an_open_question_stays_pending_in_the_queue_under_the_same_id() {
    let home = Home::new();
    let mut server = older(&home);
    let (call, question) = be_asked(&mut server);
    answer(&mut server, &question, &json!({ "action": "cancel" }));
    let denied = reply(&server, call);
    let request = denied["data"]["request"].as_str().unwrap();
    home.approve(request);
    // The grant is found before anybody is asked again.
    assert_eq!(server.call("ck3_file", delete()["arguments"].clone())["code"], Code::FileDeleted.as_str());
}

#[cfg(unix)]
#[test]
fn l26_a_decision_at_the_terminal_counts_while_the_client_still_asks() {
    let home = Home::new();
    let mut server = older(&home);
    let (call, question) = be_asked(&mut server);
    let waiting = String::from_utf8(home.run(&["approvals"]).stdout).unwrap();
    let request = waiting.split_whitespace().find(|word| word.len() == 36).unwrap_or_else(|| panic!("{waiting}"));
    home.approve(request);
    answer(&mut server, &question, &json!({ "action": "cancel" }));
    assert_eq!(reply(&server, call)["code"], Code::FileDeleted.as_str());
}

#[test]
fn l66_a_question_is_open_once_and_its_answer_is_for_the_call_that_asked() {
    let home = Home::new();
    let mut server = older(&home);
    let (first, question) = be_asked(&mut server);
    // The same call again finds the same request, and the person is not asked again.
    for _ in 0..20 {
        let again = server.call("ck3_file", delete()["arguments"].clone());
        assert_eq!(again["code"], Code::TokenRequired.as_str());
    }
    answer(&mut server, &question, &json!({ "action": "decline" }));
    assert_eq!(reply(&server, first)["code"], Code::ApprovalRefused.as_str());
    // Nor are they asked again what they have just refused.
    let again = server.call("ck3_file", delete()["arguments"].clone());
    assert_eq!(again["code"], Code::ApprovalRefused.as_str());
    assert!(file(&home).exists());
}

#[test]
fn l66_an_answer_behind_a_cancellation_grants_nothing() {
    for _ in 0..10 {
        let home = Home::new();
        let mut server = older(&home);
        let (call, question) = be_asked(&mut server);
        let cancelled =
            json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": call } });
        let granted = json!({ "jsonrpc": "2.0", "id": question["id"], "result": accept(true) });
        server.send_bytes(format!("{cancelled}\n{granted}\n").as_bytes());
        // Nothing was granted: the next call still needs somebody.
        let next = server.begin("tools/call", delete());
        let answer = std::iter::from_fn(|| server.read_message()).find(|answer| answer["id"] == next).unwrap();
        let envelope = server.envelope("ck3_file", &answer["result"]);
        assert_eq!(envelope["code"], Code::TokenRequired.as_str());
        assert!(file(&home).exists());
    }
}

#[test]
fn l26_a_client_that_fails_to_ask_still_gets_its_reply() {
    let home = Home::new();
    let mut server = older(&home);
    let (call, question) = be_asked(&mut server);
    let error = json!({ "code": -32603, "message": "the window was closed" });
    server.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "error": error }));
    assert_eq!(reply(&server, call)["code"], Code::TokenRequired.as_str());
}

#[test]
fn l26_a_client_that_did_not_say_it_can_is_never_asked() {
    for can in [json!({}), json!({ "elicitation": { "url": {} } })] {
        let home = Home::new();
        let mut server = home.serve(&[]).able(can.clone()).introduced();
        assert_eq!(
            server.call("ck3_file", delete()["arguments"].clone())["code"],
            Code::TokenRequired.as_str(),
            "{can}"
        );
        let mut server = home.serve(&[]).able(can);
        server.stateless();
        assert_eq!(server.call("ck3_file", delete()["arguments"].clone())["code"], Code::TokenRequired.as_str());
    }
}

#[test]
fn l26_an_operator_can_keep_approvals_at_the_terminal() {
    let home = Home::new();
    drop(home.connect());
    let config = home.path("ck3raven.toml");
    let text = "mode = \"ck3lens\"\napprovals = \"terminal\"\n[roots]\nck3raven_data = \"sample/ck3raven_data\"\n";
    std::fs::write(&config, text).unwrap();
    let config = config.display().to_string();
    let mut server = home.serve(&["--config", &config]).able(json!({ "elicitation": {} })).introduced();
    assert_eq!(server.call("ck3_file", delete()["arguments"].clone())["code"], Code::TokenRequired.as_str());
}

#[test]
fn l26_a_client_that_stops_talking_while_asked_is_answered_and_nothing_changes() {
    let home = Home::new();
    let mut server = older(&home);
    let (call, _) = be_asked(&mut server);
    let (rest, status, stderr) = server.end();
    assert!(status.success(), "{stderr}");
    let replies: Vec<_> = rest.iter().filter(|said| said["id"] == call).collect();
    assert_eq!(replies.len(), 1, "{rest:?}");
    assert_eq!(replies[0]["result"]["structuredContent"]["code"], Code::TokenRequired.as_str());
    assert!(file(&home).exists());
    let waiting = String::from_utf8(home.run(&["approvals"]).stdout).unwrap();
    assert!(waiting.contains("nothing waits"), "{waiting}");
}

#[test]
fn l26_a_call_cancelled_while_asked_changes_nothing_and_the_next_is_answered() {
    let home = Home::new();
    let mut server = older(&home);
    let (call, question) = be_asked(&mut server);
    let cancelled = json!({ "requestId": call, "reason": "the agent thought better of it" });
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }));
    // An answer that comes too late decides nothing.
    answer(&mut server, &question, &accept(true));
    let next = server.begin("tools/call", json!({ "name": "ck3_dir", "arguments": {} }));
    let answers: Vec<Value> =
        std::iter::from_fn(|| server.read_message()).take_while(|answer| answer["id"] != next).collect();
    assert!(answers.iter().all(|answer| answer["method"].is_string()), "no reply to a cancelled call: {answers:?}");
    assert!(file(&home).exists());
}

#[test]
fn l26_in_the_newer_era_the_client_comes_again_with_the_answer() {
    let cases = [
        (accept(true), Code::FileDeleted.as_str()),
        (accept(false), Code::ApprovalRefused.as_str()),
        (json!({ "action": "decline" }), Code::ApprovalRefused.as_str()),
        (json!({ "action": "cancel" }), Code::TokenRequired.as_str()),
    ];
    for (said, code) in cases {
        let home = Home::new();
        let mut server = newer(&home);
        let told = call_that_asks(&mut server);
        let again = call_with_answer(&mut server, delete(), &told["requestState"], &said);
        assert_eq!(again["code"], code, "{said}");
        assert_eq!(file(&home).exists(), code != Code::FileDeleted.as_str());
    }
}

#[test]
fn l66_a_state_is_good_for_one_answer() {
    let home = Home::new();
    let mut server = newer(&home);
    let told = call_that_asks(&mut server);
    let deleted = call_with_answer(&mut server, delete(), &told["requestState"], &accept(true));
    assert!(home.run(&["undo", deleted["meta"]["trace_id"].as_str().unwrap()]).status.success());
    let replayed = call_with_answer(&mut server, delete(), &told["requestState"], &accept(true));
    assert_eq!(replayed["code"], Code::TokenRequired.as_str(), "a new approval is needed: {replayed}");
    assert!(file(&home).exists());
}

#[test]
fn l66_a_refusal_stands_though_the_same_state_was_granted_before() {
    let home = Home::new();
    let mut server = newer(&home);
    let told = call_that_asks(&mut server);
    let content = text(&file(&home)).unwrap();
    std::fs::remove_file(file(&home)).unwrap();
    let granted = call_with_answer(&mut server, delete(), &told["requestState"], &accept(true));
    assert_eq!(granted["code"], Code::PathNotFound.as_str());
    std::fs::write(file(&home), content).unwrap();
    let refused = call_with_answer(&mut server, delete(), &told["requestState"], &accept(false));
    assert_eq!(refused["code"], Code::ApprovalRefused.as_str());
    assert!(file(&home).exists());
}

#[test]
fn l66_a_refusal_holds_though_the_call_fails_before_it_is_judged() {
    let home = Home::new();
    let mut server = newer(&home);
    let told = call_that_asks(&mut server);
    let content = text(&file(&home)).unwrap();
    std::fs::remove_file(file(&home)).unwrap();
    let refused = call_with_answer(&mut server, delete(), &told["requestState"], &accept(false));
    assert_eq!(refused["code"], Code::PathNotFound.as_str());
    std::fs::write(file(&home), content).unwrap();
    let granted = call_with_answer(&mut server, delete(), &told["requestState"], &accept(true));
    assert_eq!(granted["code"], Code::ApprovalRefused.as_str(), "it was refused, and is not asked again yet");
    assert!(file(&home).exists());
}

#[test]
fn l26_an_answer_right_before_the_client_stops_talking_counts() {
    for _ in 0..10 {
        let home = Home::new();
        let mut server = older(&home);
        let (call, question) = be_asked(&mut server);
        answer(&mut server, &question, &accept(true));
        let (rest, status, _) = server.end();
        assert!(status.success());
        assert_eq!(rest.len(), 1, "{rest:?}");
        assert_eq!((&rest[0]["id"], rest[0]["result"]["isError"].as_bool()), (&json!(call), Some(false)), "{rest:?}");
        assert!(!file(&home).exists());
    }
}

#[test]
fn l66_a_state_belongs_to_its_call_and_to_its_process() {
    let home = Home::new();
    let mut server = newer(&home);
    let state = call_that_asks(&mut server)["requestState"].as_str().unwrap().to_owned();
    let mut forged = state.clone();
    forged.replace_range(8..9, if &state[8..9] == "A" { "B" } else { "A" });
    let other =
        json!({ "name": "ck3_file", "arguments": { "command": "delete", "path": "root:ck3raven_data/wip/other" } });
    for (call, state) in [(delete(), &forged), (delete(), &String::new()), (other, &state)] {
        let refused = call_with_responses(&mut server, call, &json!(state), &json!({ "approval": accept(true) }));
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        let reply = &refused["error"]["data"]["reply"];
        assert_eq!(reply["code"], Code::BadArguments.as_str());
        assert_eq!(reply["data"]["problems"][0]["field"], "requestState");
    }
    let mut elsewhere = newer(&home);
    let refused = call_with_responses(&mut elsewhere, delete(), &json!(state), &json!({ "approval": accept(true) }));
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    assert!(file(&home).exists());
}

#[test]
fn l26_an_answer_that_is_none_leaves_the_question_open() {
    let home = Home::new();
    let mut server = newer(&home);
    let state = call_that_asks(&mut server)["requestState"].clone();
    let none = [json!({}), json!({ "approval": { "action": "shrug" } }), json!({ "approval": 7 }), json!({ "x": {} })];
    for responses in none {
        // The person was asked once; the request goes on waiting, and can be answered with the same state.
        let told = call_with_responses(&mut server, delete(), &state, &responses);
        let envelope = server.envelope("ck3_file", &told["result"]);
        assert_eq!(envelope["code"], Code::TokenRequired.as_str(), "{told}");
    }
    assert_eq!(call_with_answer(&mut server, delete(), &state, &accept(true))["code"], Code::FileDeleted.as_str());
}
