//! A person decides: they see the change, they are at a terminal, and what they agreed to is what happens (L66, L103).

use replies::Code;
use serde_json::{Value, json};

use crate::server::{Home, Server, text};
use crate::terminal::Terminal;

const FILE: &str = "root:repo/notes.txt";

/// A world whose every write takes a contract and a person.
fn repository(more: &str) -> (Home, Server) {
    let home = Home::new();
    std::fs::create_dir_all(home.path("repo")).unwrap();
    std::fs::create_dir_all(home.path("own/wip")).unwrap();
    std::fs::write(home.path("repo/notes.txt"), "one\ntwo\nthree\n").unwrap();
    let config = format!("mode = \"ck3raven-dev\"\n{more}\n[roots]\nrepo = \"repo\"\nck3raven_data = \"own\"\n");
    std::fs::write(home.path("ck3raven.toml"), config).unwrap();
    let mut server = home.connect();
    let contract = json!({ "intent": "Number the notes.", "scope": "root:repo", "operations": ["write", "delete"] });
    let opened = server.call("ck3_contract", json!({ "command": "open", "contract": contract }));
    assert_eq!(opened["status"], "success", "{opened}");
    (home, server)
}

fn write() -> Value {
    json!({ "command": "write", "path": FILE, "content": "one\n2\nthree\n" })
}

fn shown(home: &Home, arguments: &[&str]) -> String {
    let output = home.run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Asks for a change, and returns the request that waits.
fn ask(server: &mut Server, call: Value) -> String {
    let denied = server.call("ck3_file", call);
    assert_eq!(denied["code"], Code::TokenRequired.as_str(), "{denied}");
    denied["data"]["request"].as_str().unwrap().to_owned()
}

#[test]
fn a_person_is_shown_the_change_the_intent_the_client_and_what_happens_otherwise() {
    let (home, mut server) = repository("");
    let request = ask(&mut server, write());
    let told = shown(&home, &["approvals"]);
    for part in [
        &request,
        "write \"root:repo/notes.txt\"",
        "-two",
        "+2",
        "\"Number the notes.\"",
        "\"wire\" version \"1\"",
        "if not    nothing is changed",
        "s ago",
    ] {
        assert!(told.contains(part), "`{part}` is missing in:\n{told}");
    }
    let listed: Value = serde_json::from_str(&shown(&home, &["approvals", "--json"])).unwrap();
    assert_eq!((&listed[0]["request"], &listed[0]["intent"]), (&json!(request), &json!("Number the notes.")));
    assert!(listed[0]["proposal"]["difference"].as_str().unwrap().contains("+2"), "{listed}");

    let request = ask(&mut server, json!({ "command": "delete", "path": FILE }));
    let told = shown(&home, &["approvals", &request[..8]]);
    assert!(told.contains("14 bytes") && told.contains("  │ one\n  │ two\n"), "{told}");
}

#[test]
fn l103_a_hostile_content_is_shown_as_text() {
    let (home, mut server) = repository("");
    let hostile = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}evil\u{200b}\n";
    ask(&mut server, json!({ "command": "write", "path": FILE, "content": hostile }));
    for arguments in [&["approvals"][..], &["approvals", "--json"], &["journal"], &["trace", "--json", "e"]] {
        let output = home.run(arguments);
        let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(!told.contains(['\u{1b}', '\u{202e}', '\u{200b}', '\u{7}']), "{arguments:?}: {told}");
    }
    assert!(shown(&home, &["approvals"]).contains("+\\u{1b}[2J"));
}

#[test]
fn l66_approving_takes_a_terminal_unless_the_operator_says_otherwise() {
    let (home, mut server) = repository("");
    let request = ask(&mut server, write());
    // A configuration of the caller's own does not count: the server that asked was started with another one.
    std::fs::write(home.path("mine.toml"), "approve_without_terminal = true\n").unwrap();
    let mine = home.path("mine.toml").display().to_string();
    for arguments in
        [&["approve", &request][..], &["approve", "--yes", &request], &["approve", &request, "--config", &mine]]
    {
        let output = home.run(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("takes a person"), "{output:?}");
    }
    assert_eq!(server.call("ck3_file", write())["code"], Code::TokenRequired.as_str());
    // At a terminal the person sees it, and may still say no.
    let mut terminal = Terminal::start(&home, &["approve", &request[..8]], 80);
    terminal.wait_for("+2");
    terminal.wait_for("[y/N]");
    terminal.type_line("");
    let (told, is_done) = terminal.end();
    assert!(!is_done && told.contains("it still waits"), "{told}");
    home.approve(&request);
    assert_eq!(server.call("ck3_file", write())["code"], Code::FileWritten.as_str());

    let (home, mut server) = repository("approve_without_terminal = true");
    let request = ask(&mut server, write());
    assert!(shown(&home, &["approve", &request]).contains("approved"));
    assert_eq!(server.call("ck3_file", write())["code"], Code::FileWritten.as_str());
    let noted = text(&home.path("state/approved.jsonl")).unwrap();
    assert!(noted.contains("\"decided_at\":\"program\""), "{noted}");
}

#[test]
fn l66_a_grant_is_void_where_the_file_is_not_what_was_shown() {
    let (home, mut server) = repository("");
    let request = ask(&mut server, write());
    home.approve(&request);
    // The same content would be written, but it would replace something that nobody was shown.
    std::fs::write(home.path("repo/notes.txt"), "one\ntwo\nthree\nfour\n").unwrap();
    let anew = ask(&mut server, write());
    assert_ne!(anew, request);
    assert!(shown(&home, &["approvals", &anew]).contains("-four"));
    assert_eq!(text(&home.path("repo/notes.txt")).unwrap(), "one\ntwo\nthree\nfour\n");
}

#[test]
fn l66_of_two_terminals_that_decide_at_once_one_counts_and_the_other_fails() {
    let (home, mut server) = repository("");
    let request = ask(&mut server, write());
    let mut terminals = [(); 2].map(|()| Terminal::start(&home, &["approve", &request], 80));
    for terminal in &mut terminals {
        terminal.wait_for("[y/N]");
    }
    for terminal in &mut terminals {
        terminal.type_line("y");
    }
    let told = terminals.map(Terminal::end);
    assert_eq!(told.iter().filter(|(_, is_done)| *is_done).count(), 1, "{told:?}");
    let (other, _) = told.iter().find(|(_, is_done)| !is_done).unwrap();
    assert!(other.contains("decided already"), "{other}");
    let noted = text(&home.path("state/approved.jsonl")).unwrap();
    assert_eq!(noted.matches("person_decided").count(), 1, "{noted}");
}

#[test]
fn a_person_decides_about_each_in_turn_and_watches_for_more() {
    let (home, mut server) = repository("");
    let mut terminal = Terminal::start(&home, &["approvals", "--watch", "--interactive"], 80);
    terminal.wait_for("nothing waits");
    ask(&mut server, write());
    terminal.wait_for("[q]uit?");
    terminal.type_line("d");
    terminal.wait_for("refused");
    assert_eq!(server.call("ck3_file", write())["code"], Code::ApprovalRefused.as_str());
    ask(&mut server, json!({ "command": "delete", "path": FILE }));
    terminal.wait_for("delete \"root:repo/notes.txt\"");
    terminal.type_line("q");
    assert!(terminal.end().1);
    assert_eq!(home.run(&["approvals", "--interactive"]).status.code(), Some(2), "it takes a terminal");
}

#[test]
fn a_decision_a_request_and_the_calls_around_it_are_one_story() {
    let (home, mut server) = repository("");
    let request = ask(&mut server, write());
    home.approve(&request);
    let written = server.call("ck3_file", write());
    let story = shown(&home, &["trace", &request]);
    for part in [Code::TokenRequired.as_str(), "approved", "at a terminal", "grant used", "executed"] {
        assert!(story.contains(part), "`{part}` is missing in:\n{story}");
    }
    let story = shown(&home, &["trace", written["meta"]["trace_id"].as_str().unwrap()]);
    assert!(story.contains("what a person decided before") && story.contains("+2"), "{story}");
}
