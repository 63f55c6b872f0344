//! How a conversation ends: the client stops talking, listening or reading, or the process receives a shutdown signal. Whatever was asked is answered.

use replies::Code;
#[cfg(unix)]
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::server::Home;
#[cfg(unix)]
use crate::server::text;

/// A server that has been greeted, without anybody who reads what it says.
fn greeted(home: &Home) -> (Child, ChildStdin) {
    let mut program = home.program(&["serve"]);
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let hello =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } });
    writeln!(stdin, "{}", json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello })).unwrap();
    (child, stdin)
}

#[test]
fn l16_calls_under_way_are_answered_when_the_client_stops_talking() {
    let home = Home::new();
    drop(home.connect());
    for number in 0..3_000 {
        std::fs::create_dir_all(home.path(&format!("sample/game/deep/{}/{number}", number % 50))).unwrap();
    }
    let mut server = home.connect();
    // Longer than the few seconds that the library would wait.
    let tree = json!({ "command": "tree", "path": "root:game", "depth": 20, "limit": 10_000 });
    let begun = std::time::Instant::now();
    server.call("ck3_dir", tree.clone());
    let calls = 16_000_000 / begun.elapsed().as_micros().max(1);
    for _ in 0..calls.max(200) {
        server.begin("tools/call", json!({ "name": "ck3_dir", "arguments": tree }));
    }
    let (rest, status, _) = server.end();
    assert!(status.success());
    assert_eq!(rest.len() as u128, calls.max(200));
}

#[test]
fn l16_a_call_right_before_the_client_stops_talking_is_answered() {
    let home = Home::new();
    let mut server = home.connect();
    // A journal that is to be set aside, which somebody holds up for longer than the library would wait.
    let lock = std::fs::File::create(home.path("state/journal.lock")).unwrap();
    lock.lock().unwrap();
    std::fs::write(home.path("state/journal.jsonl"), vec![b'\n'; 16 * 1024 * 1024]).unwrap();
    let write = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" });
    let id = server.begin("tools/call", json!({ "name": "ck3_file", "arguments": write }));
    let schemas = server.schemas();
    let released = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(6));
        drop(lock);
    });
    let (rest, status, _) = server.end();
    released.join().unwrap();
    assert!(status.success());
    assert_eq!((rest.len(), &rest[0]["id"]), (1, &json!(id)), "{rest:?}");
    assert_eq!(schemas.envelope("ck3_file", &rest[0]["result"])["code"], Code::FileWritten.as_str());
}

#[cfg(unix)]
#[test]
fn a_client_that_does_not_read_does_not_delay_a_shutdown() {
    let home = Home::new();
    let (mut child, mut stdin) = greeted(&home);
    for id in 2..400 {
        writeln!(stdin, "{}", json!({ "jsonrpc": "2.0", "id": id, "method": "tools/list" })).unwrap();
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_shutdown_right_after_the_handshake_is_clean() {
    for _ in 0..30 {
        let home = Home::new();
        let (mut child, _stdin) = greeted(&home);
        let mut welcome = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut welcome).unwrap();
        assert!(
            std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success()
        );
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn a_client_that_stops_reading_ends_the_server() {
    let home = Home::new();
    let (mut child, mut stdin) = greeted(&home);
    writeln!(stdin, "{}", json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).unwrap();
    let mut welcome = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut welcome).unwrap();
    let params = json!({ "name": "ck3_dir", "arguments": {} });
    writeln!(stdin, "{}", json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params })).unwrap();
    assert!(child.wait().unwrap().success(), "with stdin still open");
}

#[test]
fn a_client_that_vanishes_in_the_middle_of_a_call_ends_the_server_cleanly() {
    let home = Home::new();
    let (mut child, mut stdin) = greeted(&home);
    for id in 2..500 {
        let params = json!({ "name": "ck3_dir", "arguments": { "command": "tree", "path": "root:game" } });
        writeln!(stdin, "{}", json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })).unwrap();
    }
    drop(child.stdout.take());
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_client_that_says_nothing_ends_the_server_cleanly() {
    let home = Home::new();
    let (_, status, stderr) = home.serve(&[]).end();
    assert!(status.success());
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[cfg(unix)]
#[test]
fn l27_l69_a_shutdown_during_writes_finishes_what_it_began() {
    const WRITES: usize = 300;
    let home = Home::new();
    let mut server = home.connect();
    let content = "content of a file that is written whole or not at all\n".repeat(2_000);
    let mut targets = HashMap::new();
    for number in 0..WRITES {
        let path = format!("root:ck3raven_data/wip/{number}.txt");
        let write = json!({ "command": "write", "path": path, "content": content });
        targets.insert(server.begin("tools/call", json!({ "name": "ck3_file", "arguments": write })), number);
    }
    let (first, schemas) = (server.read_message().unwrap(), server.schemas());
    server.signal("-TERM");
    std::thread::sleep(Duration::from_millis(10));
    let (mut answers, status, stderr) = server.end();
    assert!(status.success(), "{stderr}");
    answers.push(first);
    let written = |number: usize| text(&home.path(&format!("sample/ck3raven_data/wip/{number}.txt")));
    for answer in &answers {
        let number = targets.remove(&answer["id"].as_u64().unwrap()).expect("one answer each");
        let envelope = schemas.envelope("ck3_file", &answer["result"]);
        match written(number) {
            Some(found) => {
                assert_eq!((envelope["code"].as_str(), found == content), (Some(Code::FileWritten.as_str()), true));
            }
            // What had begun was finished, so this one had not.
            None => assert_eq!(envelope["code"], Code::Overloaded.as_str(), "{envelope}"),
        }
    }
    assert!(!home.path("state/crashes").exists(), "nothing crashed");
    for number in targets.into_values() {
        assert!(written(number).is_none_or(|found| found == content), "a file is whole or absent");
    }
}
