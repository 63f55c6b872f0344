//! A client that asks for more than it takes, or that does not read: what the server holds is bounded, and it still ends.

use replies::Code;
use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Value, json};

use crate::server::Home;

fn write(content: &str) -> Value {
    let arguments = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": content });
    json!({ "name": "ck3_file", "arguments": arguments })
}

#[test]
fn l21_calls_that_would_hold_too_many_bytes_are_answered_as_overload_and_a_ping_passes() {
    let home = Home::new();
    home.configure("running = 1\nin_flight_megabytes = 1");
    let mut server = home.connect();
    let blocked = home.block_changes();
    let content = "x".repeat(600_000);
    let first = server.begin("tools/call", write(&content));
    for _ in 0..3 {
        let answer = server.request("tools/call", write(&content));
        assert_eq!(server.envelope("ck3_file", &answer["result"])["code"], Code::Overloaded.as_str());
    }
    assert_eq!(server.request("ping", json!({}))["result"], json!({}));
    // What is small enough waits for its turn.
    let small = server.begin("tools/call", json!({ "name": "ck3_dir", "arguments": {} }));
    drop(blocked);
    let answers: Vec<Value> = (0..2).map(|_| server.read_message().unwrap()).collect();
    assert_eq!(answers.iter().map(|answer| answer["id"].as_u64().unwrap()).collect::<Vec<_>>(), [first, small]);
    assert_eq!(server.envelope("ck3_file", &answers[0]["result"])["code"], Code::FileWritten.as_str());
    // And when the first is answered there is room again.
    let answer = server.request("tools/call", write(&content));
    assert_eq!(server.envelope("ck3_file", &answer["result"])["code"], Code::FileWritten.as_str());
}

#[test]
fn l21_a_cancelled_call_that_waits_gives_its_bytes_back() {
    let home = Home::new();
    home.configure("running = 1\nin_flight_megabytes = 2");
    let mut server = home.connect();
    let blocked = home.block_changes();
    let content = "x".repeat(900_000);
    server.begin("tools/call", write("x"));
    for _ in 0..20 {
        let waits = server.begin("tools/call", write(&content));
        server
            .send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": waits } }));
        server.request("ping", json!({}));
    }
    drop(blocked);
    assert_eq!(server.read_message().unwrap()["id"], 3, "none but the first is answered");
}

#[test]
fn too_many_values_are_reported_as_such() {
    let mut server = Home::new().connect();
    let many = json!({ "path": vec![0; 200_000] });
    let envelope = server.call("ck3_dir", many.clone());
    assert_eq!(envelope["code"], Code::BadArguments.as_str());
    assert_eq!(envelope["data"]["problems"][0]["problem"], "has too many values");
    assert_eq!(server.request("prompts/get", many)["error"]["code"], -32602);
}

#[test]
fn replies_that_nobody_reads_are_bounded_and_all_come_when_they_are_read() {
    const CALLS: usize = 150;
    let home = Home::new();
    drop(home.connect());
    std::fs::write(home.path("sample/ck3raven_data/wip/large.txt"), "0123456789abcde\n".repeat(65_536)).unwrap();
    let mut server = home.serve_with_unread_output();
    server.greet();
    let read = json!({ "path": "root:ck3raven_data/wip/large.txt", "max_bytes": 4_194_304 });
    let mut ids: HashSet<u64> =
        (0..CALLS).map(|_| server.begin("tools/call", json!({ "name": "ck3_read", "arguments": read }))).collect();
    // Two megabytes each: without a bound this is 300 MB and its copies.
    std::thread::sleep(Duration::from_secs(5));
    let peak = server.peak_memory();
    assert!(peak.is_none_or(|peak| peak < 150), "{peak:?} MB for replies that nobody reads");
    server.listen();
    while !ids.is_empty() {
        let answer = server.read_message().unwrap();
        if answer["id"] != 1 {
            assert!(ids.remove(&answer["id"].as_u64().unwrap()), "answered twice");
        }
    }
}

#[test]
fn l16_one_id_used_for_everything_is_refused_while_in_use_and_wedges_nothing() {
    const CALLS: usize = 120;
    let home = Home::new();
    let mut server = home.connect();
    std::fs::write(home.path("sample/ck3raven_data/wip/large.txt"), "0123456789abcde\n".repeat(65_536)).unwrap();
    let same = |params: &Value| json!({ "jsonrpc": "2.0", "id": "same", "method": "tools/call", "params": params });
    let read = json!({ "path": "root:ck3raven_data/wip/large.txt", "max_bytes": 4_194_304 });
    let read = same(&json!({ "name": "ck3_read", "arguments": read }));
    // A call that cannot go on has the id; a second request with it is refused at once.
    let blocked = home.block_changes();
    server.send(&same(&write("x")));
    for _ in 0..CALLS {
        server.send(&read);
        let answer = server.read_message().expect("a refusal does not wait");
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("same"), &json!(-32600)), "{answer}");
    }
    drop(blocked);
    let answer = server.read_message().expect("the first is answered");
    assert_eq!(server.envelope("ck3_file", &answer["result"])["code"], Code::FileWritten.as_str());
    // Calls that do go on: some find the id free and some do not, and each is answered once.
    for _ in 0..CALLS {
        server.send(&read);
    }
    for _ in 0..CALLS {
        let answer = server.read_message().expect("each is answered");
        assert_eq!(answer["id"], "same");
        assert!(answer["result"].is_object() || answer["error"]["code"] == -32600, "{answer}");
    }
    assert_eq!(server.request("ping", json!({}))["result"], json!({}));
    let (rest, status, _) = server.end();
    assert!(rest.is_empty() && status.success());
}

#[cfg(unix)]
#[test]
fn a_shutdown_with_unread_replies_ends_the_server() {
    let home = Home::new();
    drop(home.connect());
    std::fs::write(home.path("sample/ck3raven_data/wip/large.txt"), "0123456789abcde\n".repeat(65_536)).unwrap();
    let mut server = home.serve_with_unread_output();
    server.greet();
    let read = json!({ "path": "root:ck3raven_data/wip/large.txt", "max_bytes": 4_194_304 });
    for _ in 0..40 {
        server.begin("tools/call", json!({ "name": "ck3_read", "arguments": read }));
    }
    std::thread::sleep(Duration::from_secs(1));
    server.signal("-TERM");
    assert!(server.wait().success());
}

#[cfg(unix)]
#[test]
fn l19_a_stderr_that_nobody_reads_costs_nobody_an_answer_and_does_not_keep_the_server() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("state")).unwrap();
    // Every call has something to complain of.
    std::os::unix::fs::symlink("/dev/full", home.path("state/journal.jsonl")).unwrap();
    let (unread, stderr) = std::io::pipe().unwrap();
    let mut server = home.serve_with(|program| _ = program.stderr(stderr));
    server.initialize();
    for _ in 0..1_500 {
        assert_eq!(server.call("ck3_dir", json!({}))["code"], Code::Home.as_str());
    }
    server.signal("-TERM");
    let (_, status, _) = server.end();
    assert!(status.success());
    drop(unread);
}

#[test]
fn l16_an_id_may_be_used_again_as_soon_as_its_answer_is_read() {
    let mut server = Home::new().connect();
    let call =
        json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": "ck3_dir", "arguments": {} } });
    for _ in 0..500 {
        server.send_bytes(format!("{call}\n").as_bytes());
        let line = server.hear_line().unwrap();
        assert!(line.contains("\"result\""), "{line}");
    }
}
