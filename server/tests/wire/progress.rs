//! How far the index is, as a client that asks for it and a person at a terminal see it.

use std::time::Duration;

use replies::Code;
use serde_json::{Value, json};

use crate::server::{Home, Server};

fn ask(server: &mut Server, token: &Value) -> (Vec<Value>, Value) {
    let arguments = json!({ "command": "conflicts", "folder": "common/scripted_effects" });
    let mut params = json!({ "name": "ck3_lens", "arguments": arguments });
    if !token.is_null() {
        params["_meta"] = json!({ "progressToken": token });
    }
    let id = server.begin("tools/call", params);
    let mut told = Vec::new();
    loop {
        let received = server.read_message().unwrap();
        if received["id"] == id {
            return (told, server.envelope("ck3_lens", &received["result"]));
        }
        assert_eq!(received["method"], "notifications/progress", "{received}");
        told.push(received["params"].clone());
    }
}

#[test]
fn a_client_that_asks_for_progress_gets_that_of_the_index_before_the_answer() {
    let home = Home::with_large_game(1_500);
    // What was written just now is read again by every call.
    std::thread::sleep(Duration::from_millis(2_100));
    let mut server = home.connect();
    let (told, envelope) = ask(&mut server, &json!("mine"));
    assert_eq!(envelope["code"], Code::ConflictsListed.as_str());
    assert!(!told.is_empty());
    let steps: Vec<f64> = told.iter().map(|told| told["progress"].as_f64().unwrap()).collect();
    assert!(steps.is_sorted_by(|one, next| one < next), "{steps:?}");
    for told in &told {
        assert_eq!((&told["progressToken"], &told["total"]), (&json!("mine"), &json!(1_500.0)), "{told}");
        assert!(told["message"].is_string(), "{told}");
    }
    // At most ten a second, and the first at once.
    let duration_ms = envelope["meta"]["duration_ms"].as_u64().unwrap();
    assert!(told.len() as u64 <= duration_ms / 100 + 2, "{} in {duration_ms} ms", told.len());
    // Nothing is left to say: the next thing the server says is the answer to the next request.
    assert_eq!(server.request("ping", json!({}))["result"], json!({}));
    let (told, _) = ask(&mut server, &json!(7));
    assert!(told.is_empty(), "nothing had to be read: {told:?}");
    let (rest, status, _) = server.end();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn a_client_that_does_not_ask_or_asks_by_too_long_a_token_gets_no_progress() {
    for token in [Value::Null, json!("x".repeat(257)), json!({ "no": "token" })] {
        let (told, envelope) = ask(&mut Home::with_large_game(300).connect(), &token);
        assert_eq!((told.len(), &envelope["code"]), (0, &json!(Code::ConflictsListed.as_str())));
    }
}

#[cfg(unix)]
#[test]
fn a_person_at_a_terminal_sees_a_bar_and_a_pipe_does_not() {
    use crate::terminal::Terminal;

    let home = Home::with_large_game(3_000);
    let asked = ["lens", "conflicts", "--folder", "common/scripted_effects"];
    let output = home.run(&asked);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let plain = String::from_utf8(output.stdout).unwrap();
    std::fs::remove_dir_all(home.path("state/index")).unwrap();
    let (shown, is_done) = Terminal::start(&home, &asked, 100).end();
    assert!(is_done && shown.contains(" of 3000 files of the playset read"), "{shown}");
    let answer = shown.rsplit('\r').next().unwrap();
    assert_eq!(answer, plain, "the bar is gone when there is an answer");
}
