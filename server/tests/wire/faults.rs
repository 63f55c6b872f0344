//! The fault table: after each row the server answers a correct call, or has ended cleanly with a message.

use replies::Code;
use std::collections::HashMap;

use serde_json::{Value, json};

use crate::server::{Home, Server, text};

fn still_answers(server: &mut Server) {
    assert_eq!(server.call("ck3_dir", json!({}))["code"], Code::Home.as_str());
}

#[test]
fn l19_what_is_not_the_protocol_is_passed_over() {
    let mut server = Home::new().connect();
    let deep = [vec![b'['; 100_000], b"\n".to_vec()].concat();
    for garbage in [
        b"garbage\n".as_slice(),
        b"\n\n\r\n",
        b"\xff\xfe\x00\n",
        b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"\xc3\x28\"}}\n",
        b"{\"jsonrpc\":\"2.0\",\"id\":9,\"met\n",
        &deep,
    ] {
        server.send_bytes(garbage);
        still_answers(&mut server);
    }
}

#[test]
fn l16_json_that_no_value_can_hold_is_answered() {
    let mut server = Home::new().connect();
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    for wrong in ["1e400", "-1e999999999", r#""\ud800""#, &deep] {
        let params = format!(r#"{{"name":"ck3_dir","arguments":{{"command":"tree","limit":{wrong}}}}}"#);
        let call = format!(r#"{{"jsonrpc":"2.0","id":"call","method":"tools/call","params":{params}}}"#);
        server.send_bytes(format!("{call}\n").as_bytes());
        let answer = server.read_message().unwrap();
        assert_eq!(answer["id"], "call");
        assert_eq!(server.envelope("ck3_dir", &answer["result"])["code"], Code::BadArguments.as_str(), "{wrong}");
        let read = format!(r#"{{"jsonrpc":"2.0","id":"read","method":"resources/read","params":{{"uri":{wrong}}}}}"#);
        server.send_bytes(format!("{read}\n").as_bytes());
        let answer = server.read_message().unwrap();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("read"), &json!(-32602)), "{wrong}");
    }
    // An id that is too long is not repeated.
    server.send(&json!({ "jsonrpc": "2.0", "id": "x".repeat(10_000_000), "method": "ping" }));
    let answer = server.hear_line().unwrap();
    assert!(answer.contains("-32600") && answer.len() < 200, "{answer}");
    still_answers(&mut server);
}

#[test]
fn l49_no_error_of_the_protocol_repeats_a_host_path() {
    let home = Home::new();
    let mut server = home.serve(&[]);
    server.stateless();
    let path = "/home/someone/secret";
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": path,
        "io.modelcontextprotocol/clientInfo": { "name": "x", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    server.send(&json!({ "jsonrpc": "2.0", "id": 99, "method": "tools/list", "params": { "_meta": meta } }));
    let version = server.hear_line().unwrap();
    assert!(version.contains("-32022") && !version.contains("someone"), "{version}");
    for (method, params) in [
        ("prompts/get", json!({ "name": path })),
        ("prompts/get", json!({ "name": "ck3raven", "arguments": { "goal": format!("Mend {path}.") } })),
        ("resources/read", json!({ "uri": format!("file://{path}") })),
        ("resources/read", json!({ "uri": format!("ck3raven://codes/{path}") })),
        ("tools/call", json!({ "name": path })),
        ("logging/setLevel", json!({ "level": path })),
        ("tasks/get", json!({ "taskId": path })),
    ] {
        let answer = server.request(method, params.clone());
        assert!(answer["error"].is_object() && !answer.to_string().contains("someone"), "{method} {params}: {answer}");
    }
}

#[test]
fn l19_a_line_of_any_length_is_passed_over() {
    let mut server = Home::new().connect();
    let mut line = vec![b'x'; 20 * 1024 * 1024];
    line.push(b'\n');
    server.send_bytes(&line);
    still_answers(&mut server);
}

#[test]
fn l16_a_request_of_any_length_is_answered() {
    const MAX_CONTENT: usize = 5 * 1024 * 1024;
    let mut server = Home::new().connect();
    let call = |content: &str| {
        let arguments = format!(r##"{{"path":"root:game/common/traits/new.txt","content":"# {content}"}}"##);
        let params = format!(r#"{{"name":"ck3_check","arguments":{arguments}}}"#);
        format!("{}\n", format_args!(r#"{{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{params}}}"#))
    };
    for (content, code) in [
        ("x".repeat(16 * 1024 * 1024), Code::BadArguments),
        ("\\t".repeat(9_000_000), Code::BadArguments),
        ("x".repeat(MAX_CONTENT), Code::BadArguments),
        // The longest content, each letter of it an escape.
        ("\\u00e9".repeat(MAX_CONTENT / 2 - 1), Code::ScriptParsed),
    ] {
        server.send_bytes(call(&content).as_bytes());
        let answer = server.read_message().unwrap();
        assert_eq!(answer["id"], "long");
        assert_eq!(server.envelope("ck3_check", &answer["result"])["code"], code.as_str(), "{}", answer["result"]);
    }
    still_answers(&mut server);
}

#[test]
fn l19_a_flood_of_garbage_is_passed_over() {
    let mut server = Home::new().connect();
    for round in 0..2_000_u32 {
        server.send_bytes(format!("{{{round} is not JSON at all, \"but\": {round}\n").as_bytes());
    }
    still_answers(&mut server);
}

#[test]
fn whatever_comes_first_the_conversation_opens() {
    for first in [
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } }),
        json!({ "jsonrpc": "2.0", "id": 77, "result": {} }),
        json!({ "jsonrpc": "2.0", "id": 77, "error": { "code": -1, "message": "x" } }),
        json!("garbage"),
    ] {
        let home = Home::new();
        let mut server = home.serve(&[]);
        server.send(&first);
        // A value that is JSON and no message is told so; everything else is passed over.
        if first.is_string() {
            assert_eq!(server.read_message().unwrap()["error"]["code"], -32600);
        }
        server.initialize();
        still_answers(&mut server);
    }
}

#[test]
fn a_notification_after_a_probe_does_not_end_the_conversation() {
    let home = Home::new();
    let mut server = home.serve(&[]);
    assert_eq!(server.request("ping", json!({}))["result"], json!({}));
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    server.initialize();
    still_answers(&mut server);
}

#[test]
fn an_unknown_tool_and_an_unknown_method_are_errors_of_the_protocol() {
    let mut server = Home::new().connect();
    let answer = server.request("tools/call", json!({ "name": "rm", "arguments": {} }));
    assert_eq!(answer["error"]["code"], -32602);
    assert!(answer["error"]["message"].as_str().unwrap().contains("ck3_dir"));
    assert_eq!(server.request("tools/call", json!({}))["error"]["code"], -32602);
    assert_eq!(server.request("no/such", json!({}))["error"]["code"], -32601);
    still_answers(&mut server);
}

#[test]
fn l16_ten_thousand_pipelined_calls_get_one_answer_each() {
    const CALLS: u64 = 10_000;
    let mut server = Home::new().connect();
    let mut expected = HashMap::new();
    for _ in 0..CALLS {
        expected.insert(server.begin("tools/call", json!({ "name": "ck3_dir", "arguments": {} })), 0);
    }
    for _ in 0..CALLS {
        let answer = server.read_message().unwrap();
        let envelope = server.envelope("ck3_dir", &answer["result"]);
        assert!(
            [Code::Home.as_str(), Code::Overloaded.as_str()].contains(&envelope["code"].as_str().unwrap()),
            "{envelope}"
        );
        *expected.get_mut(&answer["id"].as_u64().unwrap()).unwrap() += 1;
    }
    assert!(expected.values().all(|&answers| answers == 1));
    still_answers(&mut server);
}

#[test]
fn a_cancelled_call_is_not_answered_and_the_next_one_is() {
    let mut server = Home::new().connect();
    let id = server
        .begin("tools/call", json!({ "name": "ck3_dir", "arguments": { "command": "tree", "path": "root:game" } }));
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } }));
    let next = server.begin("tools/call", json!({ "name": "ck3_dir", "arguments": {} }));
    let mut answer = server.read_message().unwrap();
    if answer["id"] == id {
        // It was quicker than its cancellation.
        answer = server.read_message().unwrap();
    }
    assert_eq!(answer["id"], next);
}

#[cfg(unix)]
#[test]
fn l68_without_a_journal_changes_fail_closed_and_reads_go_on() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("state")).unwrap();
    // A disk that is always full.
    std::os::unix::fs::symlink("/dev/full", home.path("state/journal.jsonl")).unwrap();
    let mut server = home.connect();
    let write = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" });
    assert_eq!(server.call("ck3_file", write)["code"], Code::JournalUnavailable.as_str());
    assert!(!home.path("sample/ck3raven_data/wip/a.txt").exists());
    let open = json!({ "command": "open", "contract": { "intent": "x", "scope": "mod:Braver Braves", "operations": ["write"] } });
    assert_eq!(server.call("ck3_contract", open)["code"], Code::ContractNotRecorded.as_str());
    let read = json!({ "path": "root:ck3raven_data/wip/README.txt" });
    assert_eq!(server.call("ck3_read", read)["code"], Code::FileRead.as_str());
}

#[test]
fn l19_without_a_crash_folder_a_timed_out_call_is_still_answered() {
    let home = Home::new();
    home.configure("timeout_seconds = 1");
    std::fs::write(home.path("state/crashes"), "not a folder").unwrap();
    let mut server = home.connect();
    let blocked = home.block_changes();
    let write = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" });
    assert_eq!(server.call("ck3_file", write)["code"], Code::Crash.as_str());
    drop(blocked);
    still_answers(&mut server);
    let (_, status, stderr) = server.end();
    assert!(status.success());
    assert!(stderr.contains("it took too long") && stderr.contains("not written"), "{stderr}");
}

#[test]
fn a_cancellation_is_journalled_as_one_and_leaves_no_crash_file() {
    const CALLS: usize = 6;
    let home = Home::new();
    home.configure("running = 1");
    home.deepen(1_000);
    let mut server = home.connect();
    let tree = json!({ "command": "tree", "path": "root:game", "depth": 20, "limit": 10_000 });
    let ids: Vec<u64> =
        (0..CALLS).map(|_| server.begin("tools/call", json!({ "name": "ck3_dir", "arguments": tree }))).collect();
    for id in &ids {
        server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } }));
    }
    let next = server.begin("ping", json!({}));
    assert!(std::iter::from_fn(|| server.read_message()).any(|answer| answer["id"] == next));
    assert!(server.end().1.success());
    let journal = text(&home.path("state/calls.jsonl")).unwrap();
    let lines: Vec<Value> = journal.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let cancelled = lines.iter().filter(|line| line["event"] == "cancelled").count();
    // The first one may have been quicker than its cancellation.
    assert!((CALLS - 1..=CALLS).contains(&cancelled), "{journal}");
    let failed = lines.iter().filter(|line| line["code"].as_str().is_some_and(|code| code.contains("-E-"))).count();
    assert_eq!((failed, home.path("state/crashes").exists()), (0, false), "{journal}");
    let shown = String::from_utf8(home.run(&["journal"]).stdout).unwrap();
    assert!(shown.contains("cancelled"), "{shown}");
}

#[cfg(unix)]
#[test]
fn l66_a_clock_that_goes_back_grants_nothing_and_the_server_goes_on() {
    let home = Home::new();
    let mut server = home.connect();
    let delete = json!({ "command": "delete", "path": "root:ck3raven_data/wip/README.txt" });
    let denied = server.call("ck3_file", delete.clone());
    let request = denied["data"]["request"].as_str().unwrap();
    home.approve(request);
    // What was decided an hour from now, as the clock has it after it went back.
    let decision = home.path(&format!("state/approvals/decision-{request}.json"));
    let mut decided: Value = serde_json::from_str(&text(&decision).unwrap()).unwrap();
    decided["decided"] = (decided["decided"].as_u64().unwrap() + 3_600).into();
    std::fs::write(&decision, decided.to_string()).unwrap();
    let again = server.call("ck3_file", delete.clone());
    assert_eq!(again["code"], Code::TokenRequired.as_str(), "{again}");
    let anew = again["data"]["request"].as_str().unwrap();
    assert_ne!(anew, request, "a person has to look again");
    home.approve(anew);
    assert_eq!(server.call("ck3_file", delete)["code"], Code::FileDeleted.as_str());
}

#[cfg(unix)]
#[test]
fn l19_a_stderr_that_cannot_be_written_costs_nobody_an_answer() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("state")).unwrap();
    // Every call has something to complain of.
    for file in ["journal", "calls"] {
        std::os::unix::fs::symlink("/dev/full", home.path(&format!("state/{file}.jsonl"))).unwrap();
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut server = home.serve_with(|program| _ = program.stderr(full));
    server.initialize();
    still_answers(&mut server);
    let write = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" });
    assert_eq!(server.call("ck3_file", write)["code"], Code::JournalUnavailable.as_str());
    server.signal("-TERM");
    let (_, status, _) = server.end();
    assert!(status.success());
}

#[test]
fn l66_own_files_within_a_root_are_not_served() {
    let home = Home::new();
    drop(home.connect());
    let wip = home.path("sample/ck3raven_data/wip");
    std::fs::write(wip.join("ck3raven.toml"), "mode = \"ck3lens\"\n[roots]\nck3raven_data = \"..\"\n").unwrap();
    let told = home.program(&["doctor"]).env("CK3RAVEN_HOME", &wip).output().unwrap();
    assert_eq!(told.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&told.stderr).contains("an agent could approve for itself"), "{told:?}");

    // Nor is a root, a mod or the local mods folder within what the program keeps.
    std::fs::create_dir_all(home.path("state/undo/x")).unwrap();
    for inside in [
        "[roots]\nck3raven_data = \"state/undo/x\"\n",
        "[[mods]]\nname = \"M\"\npath = \"state/undo/x\"\n",
        "local_mods_folder = \"state/undo\"\n",
    ] {
        std::fs::write(home.path("inside.toml"), format!("mode = \"ck3lens\"\n{inside}")).unwrap();
        let told = home.run(&["doctor", "--config", home.path("inside.toml").to_str().unwrap()]);
        assert!(String::from_utf8_lossy(&told.stderr).contains("an agent could approve for itself"), "{told:?}");
    }

    // Nor within a mod of the playset; nor is a configuration read that an agent could write.
    let mods =
        format!(r#"{{ "name": "P", "mods": [{{ "name": "M", "path": {:?} }}] }}"#, home.path("").display().to_string());
    std::fs::write(home.path("playset.json"), mods).unwrap();
    std::fs::write(home.path("c.toml"), "playset = \"playset.json\"\n").unwrap();
    for config in [home.path("c.toml"), wip.join("ck3raven.toml")] {
        let told = home.run(&["doctor", "--config", config.to_str().unwrap()]);
        assert!(String::from_utf8_lossy(&told.stderr).contains("an agent could approve for itself"), "{told:?}");
    }
}

#[test]
fn parameters_that_do_not_fit_a_method_are_reported() {
    let mut server = Home::new().connect();
    let calls = [
        ("resources/read", json!({ "uri": 7 })),
        ("prompts/get", json!({ "name": {} })),
        ("completion/complete", json!({ "argument": 7 })),
        ("tools/call", json!({ "name": "ck3_dir", "arguments": {}, "requestState": 7 })),
        ("tools/call", json!({ "name": "ck3_dir", "arguments": {}, "inputResponses": [] })),
    ];
    for (method, params) in calls {
        assert_eq!(server.request(method, params.clone())["error"]["code"], -32602, "{method} {params}");
    }
    let unknown = server.request("/home/someone/secret", json!({}));
    assert_eq!(unknown["error"]["code"], -32601);
    let read = server.request("resources/read", json!({ "uri": "ck3raven://codes//home/someone/secret" }));
    assert!(!format!("{unknown}{read}").contains("someone"), "{unknown} {read}");
    still_answers(&mut server);
}

#[test]
fn l38_a_root_deleted_while_serving_is_answered_and_the_others_go_on() {
    let home = Home::new();
    let mut server = home.connect();
    std::fs::remove_dir_all(home.path("sample/game")).unwrap();
    let gone = server.call("ck3_dir", json!({ "command": "list", "path": "root:game/common" }));
    assert_ne!(gone["reply_type"], "S");
    let other = server.call("ck3_dir", json!({ "command": "list", "path": "root:ck3raven_data" }));
    assert_eq!(other["reply_type"], "S");
}

#[test]
fn a_configuration_that_cannot_be_used_is_reported_in_full_and_nothing_is_served() {
    let home = Home::new();
    std::fs::write(home.path("ck3raven.toml"), "mode = \"lens\"\ncolour = 1\n[limits]\nrunning = 0\n").unwrap();
    let (said, status, stderr) = home.serve(&[]).end();
    assert_eq!((said.len(), status.code()), (0, Some(2)));
    for line in
        ["line 1: there is no mode `lens`", "line 2: unknown key `colour`", "line 4: a whole number from 1 to 256"]
    {
        assert!(stderr.contains(line), "{line} is missing in {stderr}");
    }
    std::fs::remove_file(home.path("ck3raven.toml")).unwrap();
    std::fs::create_dir(home.path("folder.toml")).unwrap();
    let folder = home.path("folder.toml");
    let (_, status, stderr) = home.serve(&["--config", folder.to_str().unwrap()]).end();
    assert_eq!(status.code(), Some(2));
    assert!(stderr.contains("folder.toml cannot be read"), "{stderr}");
}

/// A process whose files may have 32 kB: bytes past that are refused with a signal that would end it.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_the_size_of_files_fails_the_write_and_leaves_nothing() {
    let home = Home::new();
    let wip = home.path("sample/ck3raven_data/wip");
    let names = || -> Vec<std::ffi::OsString> {
        let mut names: Vec<_> = std::fs::read_dir(&wip).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    drop(home.connect());
    let before = names();
    let write = json!({ "command": "write", "path": "root:ck3raven_data/wip/b.txt", "content": "x".repeat(100_000) });
    let call = ["call", "ck3_file", &write.to_string(), "--json"].map(str::to_owned);
    let program = home.program(&[]);
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -f 64; exec \"$0\" \"$@\""]).arg(program.get_program()).args(&call);
    limited.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = limited.output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    assert_eq!(answer["code"], Code::WriteFailed.as_str(), "{answer}");
    assert_eq!(names(), before, "no temporary file is left");
}
