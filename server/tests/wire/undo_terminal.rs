//! `ck3raven undo` as a person uses it: by a beginning, the last one, a whole contract; the difference first.

use std::path::PathBuf;

use replies::Code;
use serde_json::{Value, json};

use crate::server::{Home, Server, text};
use crate::terminal::Terminal;

const MOD: &str = "mod:Braver Braves";

fn file(home: &Home, name: &str) -> PathBuf {
    home.path(&format!("sample/user_docs/mod/Braver Braves/{name}"))
}

fn write(name: &str, content: &str) -> Value {
    json!({ "command": "write", "path": format!("{MOD}/{name}"), "content": content })
}

fn call(server: &mut Server, tool: &str, arguments: Value) -> Value {
    let answer = server.call(tool, arguments);
    assert_eq!(answer["status"], "success", "{answer}");
    answer
}

/// Three changes under one contract: a file made, changed, and another one changed.
fn changed() -> (Home, Server, String) {
    let home = Home::new();
    let mut server = home.connect();
    let contract = json!({ "intent": "Three changes.", "scope": MOD, "operations": ["write"] });
    std::fs::write(file(&home, "old.txt"), "before\n").unwrap();
    let opened = call(&mut server, "ck3_contract", json!({ "command": "open", "contract": contract }));
    call(&mut server, "ck3_file", write("new.txt", "first\n"));
    call(&mut server, "ck3_file", write("new.txt", "second\n"));
    call(&mut server, "ck3_file", write("old.txt", "after\n"));
    (home, server, opened["data"]["contract"].as_str().unwrap().to_owned())
}

fn undo(home: &Home, arguments: &[&str]) -> (bool, String) {
    let output = home.run(&[&["undo"], arguments].concat());
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn a_whole_contract_is_undone_the_newest_first() {
    let (home, _server, contract) = changed();
    for nothing in ["", " "] {
        let (is_done, told) = undo(&home, &["--contract", nothing]);
        assert!(!is_done && told.contains("no change"), "no contract is named: {told}");
    }
    let (is_done, told) = undo(&home, &["--contract", &contract[..8]]);
    assert!(is_done && told.contains("-after") && told.contains("+before"), "{told}");
    assert_eq!(text(&file(&home, "old.txt")).as_deref(), Some("before\n"));
    assert!(!file(&home, "new.txt").exists());
    let (is_done, told) = undo(&home, &["--contract", &contract]);
    assert!(!is_done && told.contains("no change that could be undone"), "{told}");
}

#[test]
fn a_contract_is_undone_as_a_whole_or_not_at_all() {
    let (home, _server, contract) = changed();
    // The oldest of the three can no more be undone once somebody works on what the second left.
    std::fs::write(file(&home, "new.txt"), "later work\n").unwrap();
    let (is_done, told) = undo(&home, &["--contract", &contract]);
    assert!(!is_done && told.contains("nothing was changed") && told.contains(Code::ContentDiffers.as_str()), "{told}");
    assert!(told.contains("the file was changed since") && told.contains("new.txt"), "{told}");
    assert_eq!(text(&file(&home, "old.txt")).as_deref(), Some("after\n"), "what was undone first was made again");
    assert_eq!(text(&file(&home, "new.txt")).as_deref(), Some("later work\n"));
    let listed: Value = serde_json::from_str(&undo(&home, &["--list", "--json"]).1).unwrap();
    assert!(listed.as_array().unwrap().iter().all(|change| change["is_undone"] == false), "{listed}");
}

#[test]
fn later_work_takes_force_and_is_kept() {
    let (home, _server, _) = changed();
    std::fs::write(file(&home, "old.txt"), "later work\n").unwrap();
    let (is_done, told) = undo(&home, &["--last"]);
    assert!(!is_done && told.contains("--force"), "{told}");
    let (is_done, told) = undo(&home, &["--last", "--force", "--json"]);
    assert!(is_done, "{told}");
    assert_eq!(text(&file(&home, "old.txt")).as_deref(), Some("before\n"));
    let report: Value = serde_json::from_str(&told).unwrap();
    let (is_done, told) = undo(&home, &[report["undone"][0]["undo"].as_str().unwrap()]);
    assert!(is_done, "{told}");
    assert_eq!(text(&file(&home, "old.txt")).as_deref(), Some("later work\n"));
}

#[test]
fn the_difference_comes_first_and_a_person_may_leave_it_at_that() {
    let (home, _server, _) = changed();
    let (is_done, told) = undo(&home, &["--last", "--dry-run"]);
    assert!(is_done && told.contains("-after"), "{told}");
    let mut terminal = Terminal::start(&home, &["undo", "--last"], 80);
    terminal.wait_for("+before");
    terminal.wait_for("Undo it? [y/N]");
    terminal.type_line("n");
    assert!(!terminal.end().1);
    assert_eq!(text(&file(&home, "old.txt")).as_deref(), Some("after\n"));
    let listed: Value = serde_json::from_str(&undo(&home, &["--list", "--json"]).1).unwrap();
    let newest = listed[0]["trace_id"].as_str().unwrap();
    assert!(undo(&home, &[&newest[..8]]).0);
    assert_eq!(text(&file(&home, "old.txt")).as_deref(), Some("before\n"));
    let (is_done, told) = undo(&home, &[newest]);
    assert!(!is_done && told.contains("undone already"), "{told}");
    // What a person did is part of the story.
    let told = String::from_utf8(home.run(&["trace", newest]).stdout).unwrap();
    assert!(told.contains("undone") && told.contains("by a person"), "{told}");
}

/// Its change is listed as not undone, and its file is as before the change: that is not somebody's later work.
#[test]
fn an_undo_that_was_killed_before_it_was_marked_is_finished_at_a_terminal() {
    let (home, _server, _) = changed();
    let listed: Value = serde_json::from_str(&undo(&home, &["--list", "--json"]).1).unwrap();
    let newest = listed[0]["trace_id"].as_str().unwrap();
    assert!(undo(&home, &[newest]).0);
    let record = home.path("state/undo/contract").join(newest).join("change.json");
    let marked = std::fs::read_to_string(&record).unwrap();
    assert!(marked.contains("\"undone\": true"), "{marked}");
    std::fs::write(&record, marked.replace("\"undone\": true", "\"undone\": false")).unwrap();
    let mut terminal = Terminal::start(&home, &["undo", newest], 80);
    terminal.wait_for("the file holds that already");
    terminal.wait_for("Undo it? [y/N]");
    terminal.type_line("y");
    assert!(terminal.end().1);
    assert_eq!(text(&file(&home, "old.txt")).as_deref(), Some("before\n"));
    assert!(std::fs::read_to_string(&record).unwrap().contains("\"undone\": true"));
}

#[test]
fn what_cannot_be_undone_is_said_before_a_person_is_asked() {
    let (home, _server, contract) = changed();
    std::fs::write(file(&home, "old.txt"), "later work\n").unwrap();
    let (told, is_done) = Terminal::start(&home, &["undo", "--last"], 80).end();
    assert!(!is_done && !told.contains("[y/N]") && told.contains("-later work"), "{told}");
    assert!(told.contains(Code::UndoWouldLoseWork.as_str()) && told.contains("--force"), "{told}");
    let (is_done, told) = undo(&home, &["--last", "--force"]);
    assert!(is_done, "{told}");
    let undone = told.split("ck3raven undo ").nth(1).unwrap().trim().to_owned();
    // The undo has a story of its own: who did it, to what, and how to restore what it replaced.
    let story = String::from_utf8(home.run(&["trace", &undone]).stdout).unwrap();
    for part in ["a person undid call", "-later work", &format!("ck3raven undo {undone}")] {
        assert!(story.contains(part), "`{part}` is missing in:\n{story}");
    }
    let made: Value = serde_json::from_slice(&home.run(&["undo", "--list", "--json"]).stdout).unwrap();
    let done = made.as_array().unwrap().iter().find(|change| change["is_undone"] == true).unwrap();
    let (told, is_done) = Terminal::start(&home, &["undo", done["trace_id"].as_str().unwrap()], 80).end();
    assert!(!is_done && !told.contains("[y/N]") && told.contains("undone already"), "{told}");
    // A contract's story names the client, though its own lines do not, and how to undo all of it.
    let story = String::from_utf8(home.run(&["trace", &contract]).stdout).unwrap();
    assert!(story.contains("asked by \"wire\"") && story.contains("undo --contract"), "{story}");
}
