//! The journal knows what was asked, and `trace` tells the whole story of an id.

use replies::Code;
use serde_json::{Value, json};

use crate::server::{Home, text};

fn lines(home: &Home, file: &str) -> Vec<Value> {
    let text = text(&home.path(&format!("state/{file}.jsonl"))).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn shown(home: &Home, arguments: &[&str]) -> String {
    let output = home.run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn as_json(home: &Home, arguments: &[&str]) -> Value {
    serde_json::from_str(&shown(home, arguments)).unwrap()
}

const SECRET: &str = "the_content_of_a_file = { secret = yes }";

#[test]
fn l106_a_line_says_who_asked_for_what_and_never_what_a_content_says() {
    let home = Home::new();
    let mut server = home.connect();
    let handle = server.call("ck3_session", json!({}))["data"]["session"].as_str().unwrap().to_owned();
    let write =
        json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": SECRET, "session": handle });
    let written = server.call("ck3_file", write.clone());
    server.call("ck3_dir", json!({ "command": "list", "path": "root:gane", "surprise": SECRET }));
    server.call("ck3_dir", json!({ "command": "list", "path": "root:gane" }));
    server.call("ck3_file", json!({ "command": "write", "path": "root:game/a.txt", "content": SECRET }));

    let call = lines(&home, "journal").into_iter().find(|line| line["event"] == "call").unwrap();
    assert_eq!(
        (&call["client"], &call["client_version"], &call["tool"]),
        (&json!("wire"), &json!("1"), &json!("ck3_file"))
    );
    assert_eq!(call["trace_id"], written["meta"]["trace_id"]);
    let arguments = &call["arguments"];
    assert_eq!((&arguments["command"], &arguments["path"]), (&json!("write"), &json!("root:ck3raven_data/wip/a.txt")));
    assert_eq!(arguments["content"]["bytes"], SECRET.len());
    assert!(arguments["content"]["sha256"].is_string() && call["at"].as_str().unwrap().ends_with('Z'), "{call}");
    // Every line of the call joins by its ids.
    let label = call["session"].as_str().unwrap();
    assert!(lines(&home, "journal").iter().all(|line| line["session"] == label), "{label}");

    let calls = lines(&home, "calls");
    let refused = calls.iter().find(|line| line["code"] == Code::BadArguments.as_str()).unwrap();
    assert_eq!((&refused["arguments"]["unknown_fields"], &refused["session"]), (&json!(1), &json!(label)));
    let missing = calls.iter().find(|line| line["code"] == Code::PathNotFound.as_str()).unwrap();
    assert!(missing["params"].to_string().contains("root:game"), "the parameters of an I: {missing}");
    let denied = lines(&home, "denials").into_iter().find(|line| line["event"] == "call").unwrap();
    assert_eq!(denied["params"]["target"], "root:game/a.txt");
    for file in ["journal", "calls", "denials"] {
        let kept = text(&home.path(&format!("state/{file}.jsonl"))).unwrap();
        assert!(!kept.contains("secret") && !kept.contains(&handle), "{file}: {kept}");
    }
}

#[test]
fn a_trace_shows_who_asked_what_was_decided_what_changed_and_what_came_around_it() {
    let home = Home::new();
    let mut server = home.connect();
    let file = "mod:Braver Braves/common/traits/zz_braver.txt";
    let contract = json!({ "intent": "Braver braves.", "scope": "mod:Braver Braves", "operations": ["write"] });
    server.call("ck3_dir", json!({ "command": "list", "path": "root:game" }));
    let opened = server.call("ck3_contract", json!({ "command": "open", "contract": contract }));
    let edit = json!({ "command": "edit", "path": file, "old_text": "martial = 4", "new_text": "martial = 6" });
    let edited = server.call("ck3_file", edit);
    assert_eq!(edited["status"], "success", "{edited}");
    server.call("ck3_read", json!({ "path": file }));
    let trace_id = edited["meta"]["trace_id"].as_str().unwrap();
    let contract = opened["data"]["contract"].as_str().unwrap();

    let told = shown(&home, &["trace", &trace_id[..13]]);
    for part in [
        "asked by \"wire\" version \"1\" in session",
        "asked for ck3_file edit",
        "Braver braves.",
        "ALLOW",
        "-    martial = 4",
        "+    martial = 6",
        "the file is as the change left it",
        &format!("ck3raven undo {trace_id}"),
        "before it in the session",
        "ck3_dir list \"root:game\"",
        "after it in the session",
        "ck3_read",
    ] {
        assert!(told.contains(part), "`{part}` is missing in:\n{told}");
    }
    let story = as_json(&home, &["trace", "--json", contract]);
    assert_eq!((&story["kind"], &story["changes"][0]["state"]), (&json!("contract"), &json!("as_left")));
    let session = story["session"].as_str().unwrap();
    assert_eq!(as_json(&home, &["trace", "--json", session])["kind"], "session");

    // What a later change replaced is what this one left.
    let again = json!({ "command": "edit", "path": file, "old_text": "martial = 6", "new_text": "martial = 8" });
    server.call("ck3_file", again);
    let told = shown(&home, &["trace", trace_id]);
    assert!(told.contains("+    martial = 6") && told.contains("the file was changed since"), "{told}");
}

#[test]
fn a_beginning_that_several_ids_have_lists_them() {
    let home = Home::new();
    let mut server = home.connect();
    let ids: Vec<String> =
        (0..17).map(|_| server.call("ck3_dir", json!({}))["meta"]["trace_id"].as_str().unwrap().to_owned()).collect();
    let first = |id: &str| id.chars().next().unwrap();
    let shared =
        ids.iter().map(|id| first(id)).find(|one| ids.iter().filter(|id| first(id) == *one).count() > 1).unwrap();
    let output = home.run(&["trace", &shared.to_string()]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(ids.iter().filter(|id| first(id) == shared).all(|id| told.contains(id.as_str())), "{told}");
}

#[test]
fn the_trace_id_that_the_demonstration_shows_can_be_traced() {
    let home = Home::new();
    let told = shown(&home, &["demo"]);
    let traced: Vec<&str> = told.split("· trace ").skip(1).filter_map(|rest| rest.get(..36)).collect();
    assert!(traced.len() > 5, "{told}");
    for id in &traced {
        assert!(shown(&home, &["trace", id]).contains(id), "{id}");
    }
    let crashed = told.split("ck3raven trace ").nth(1).unwrap().get(..36).unwrap();
    assert!(shown(&home, &["trace", crashed]).contains("a bug, for show"));
    assert!(!home.path("state").exists(), "it leaves nothing in the person's own journal");
}

#[test]
fn the_journal_is_filtered_by_session_and_time_and_printed_as_json() {
    let home = Home::new();
    let mut server = home.connect();
    server.call("ck3_dir", json!({}));
    let all = shown(&home, &["journal", "--json"]);
    let line: Value = serde_json::from_str(all.lines().next().unwrap()).unwrap();
    let session = line["session"].as_str().unwrap();
    assert!(shown(&home, &["journal", "--session", &session[..4]]).contains("ck3_dir"));
    assert!(shown(&home, &["journal", "--session", "zzzz"]).contains("no line fits"));
    assert!(shown(&home, &["journal", "--since", "1h"]).contains("ck3_dir"));
    assert!(shown(&home, &["journal", "--until", "1h"]).contains("no line fits"));
    assert_eq!(home.run(&["journal", "--since", "soon"]).status.code(), Some(2));
    let statistics = as_json(&home, &["journal", "--statistics", "--json"]);
    assert_eq!(statistics["by_tool"]["ck3_dir"]["calls"], 1);
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_followed_shows_what_is_added_within_the_width_of_the_terminal() {
    let home = Home::new();
    let mut server = home.connect();
    server.call("ck3_dir", json!({ "command": "list", "path": "root:game" }));
    let mut terminal = crate::terminal::Terminal::start(&home, &["journal", "--follow"], 60);
    terminal.wait_for("ck3_dir");
    let long = format!("root:game/{}", "x".repeat(100));
    let missed = server.call("ck3_read", json!({ "path": long }));
    terminal.wait_for("ck3_read");
    let trace_id = missed["meta"]["trace_id"].as_str().unwrap();
    let shown = terminal.shown();
    assert!(shown.contains(&trace_id[..8]) && !shown.contains(trace_id), "{shown}");
    assert!(shown.lines().all(|line| line.trim_end().chars().count() <= 60), "{shown}");
}
