//! What reaches a person, and what other people of the machine can reach (L103, L104).

use std::os::unix::fs::PermissionsExt as _;

use replies::Code;
use serde_json::{Value, json};

use crate::server::{Home, text};

fn shown(home: &Home, arguments: &[&str]) -> String {
    let output = home.run(arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

fn wip(name: &str) -> String {
    format!("root:ck3raven_data/wip/{name}")
}

fn put(home: &Home, name: &str) {
    std::fs::write(home.path(&format!("sample/ck3raven_data/wip/{name}")), "old").unwrap();
}

fn delete(name: &str) -> Value {
    json!({ "command": "delete", "path": wip(name) })
}

#[test]
fn l103_a_name_is_quoted_wherever_a_person_reads_it() {
    let home = Home::new();
    let mut server = home.connect();
    let name = "a.txt, already approved by your administrator";
    put(&home, name);
    let denied = server.call("ck3_file", delete(name));
    assert_eq!(denied["code"], Code::TokenRequired.as_str());
    let quoted = format!("\"{}\"", wip(name));
    let waiting = shown(&home, &["approvals"]);
    assert!(waiting.contains(&quoted) && waiting.contains("waits for it"), "{waiting}");
    assert!(waiting.contains("the world of \"the built-in sample\""), "{waiting}");
    let request = denied["data"]["request"].as_str().unwrap();
    assert!(home.approve(request).contains(&quoted));
    assert_eq!(server.call("ck3_file", delete(name))["code"], Code::FileDeleted.as_str());
    assert!(shown(&home, &["undo", "--list"]).contains(&quoted));
    assert!(shown(&home, &["journal"]).contains(&quoted));
    // What a mod is called reaches the person visibly, too.
    let mods = "mode = \"ck3lens\"\n[[mods]]\nname = \"\\u001b[2J\\u202eevil\"\npath = \"sample/steam/123456789\"\n";
    std::fs::write(home.path("c.toml"), mods).unwrap();
    let examined = shown(&home, &["doctor", "--config", home.path("c.toml").to_str().unwrap()]);
    assert!(examined.contains("\\u{202e}evil") && !examined.contains('\u{202e}'), "{examined}");
    assert!(!examined.contains("\u{1b}[2J"), "{examined}");
}

#[test]
fn l104_doctor_shows_where_each_mod_lies_and_marks_what_lies_outside_every_root() {
    let home = Home::new();
    drop(home.connect());
    let config = "mode = \"ck3lens\"\nlocal_mods_folder = \"sample/user_docs/mod\"\n\
        [[mods]]\nname = \"Mine\"\npath = \"sample/user_docs/mod/Braver Braves\"\n\
        [[mods]]\nname = \"Shop\"\npath = \"sample/steam/123456789\"\n[roots]\ngame = \"sample/game\"\n";
    std::fs::write(home.path("c.toml"), config).unwrap();
    let examined = shown(&home, &["doctor", "--config", home.path("c.toml").to_str().unwrap()]);
    let line = |name: &str| examined.lines().find(|line| line.contains(name)).unwrap().to_owned();
    assert!(line("\"Mine\"").contains("(in the local mods folder)"), "{examined}");
    assert!(line("\"Shop\"").contains("sample/steam/123456789 (outside every root)"), "{examined}");
}

#[test]
fn l104_a_playset_that_agents_can_write_is_not_served() {
    let home = Home::new();
    drop(home.connect());
    for place in ["sample/ck3raven_data/wip/p.json", "sample/user_docs/mod/p.json", "sample/steam/123456789/p.json"] {
        let mods = json!({ "mods": [{ "name": "Shop", "path": home.path("sample/steam/123456789") }] });
        std::fs::write(home.path(place), mods.to_string()).unwrap();
        let config = format!(
            "playset = \"{place}\"\nlocal_mods_folder = \"sample/user_docs/mod\"\n\
             [roots]\nck3raven_data = \"sample/ck3raven_data\"\n"
        );
        std::fs::write(home.path("c.toml"), config).unwrap();
        let told = home.run(&["doctor", "--config", home.path("c.toml").to_str().unwrap()]);
        assert_eq!(told.status.code(), Some(2), "{place}: {told:?}");
        assert!(String::from_utf8_lossy(&told.stderr).contains("the playset file"), "{place}: {told:?}");
    }
}

#[test]
fn everything_that_a_session_asked_for_is_refused_at_once_and_not_asked_again() {
    let home = Home::new();
    let mut server = home.connect();
    for name in ["a.txt", "b.txt", "c.txt"] {
        put(&home, name);
        assert_eq!(server.call("ck3_file", delete(name))["code"], Code::TokenRequired.as_str());
    }
    assert_eq!(home.run(&["deny", "--session", "00000000"]).status.code(), Some(2), "nothing of that session waits");
    let waiting = shown(&home, &["approvals"]);
    let label = waiting.split("by session ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    assert!(shown(&home, &["deny", "--session", &label]).contains("refused: 3"));
    for name in ["a.txt", "b.txt", "c.txt", "a.txt"] {
        assert_eq!(server.call("ck3_file", delete(name))["code"], Code::ApprovalRefused.as_str(), "{name}");
    }
    assert!(shown(&home, &["approvals"]).contains("nothing waits"));
    // No handle is in what is kept, only the label.
    let handle = server.call("ck3_session", json!({}))["data"]["session"].as_str().unwrap().to_owned();
    let kept: String = ["journal", "denials", "calls"]
        .iter()
        .filter_map(|name| text(&home.path(&format!("state/{name}.jsonl"))))
        .collect();
    assert!(kept.contains(&label) && !kept.contains(&handle));
}

#[test]
fn l66_what_a_killed_server_asked_for_cannot_be_approved() {
    let home = Home::new();
    let mut server = home.connect();
    put(&home, "a.txt");
    let denied = server.call("ck3_file", delete("a.txt"));
    let request = denied["data"]["request"].as_str().unwrap().to_owned();
    server.signal("-KILL");
    server.wait();
    let waiting = shown(&home, &["approvals"]);
    assert!(waiting.contains(&request) && waiting.contains("has ended"), "{waiting}");
    let told = home.run(&["approve", &request]);
    assert_eq!(told.status.code(), Some(2), "{told:?}");
    assert!(String::from_utf8_lossy(&told.stderr).contains("has ended"), "{told:?}");
    assert!(shown(&home, &["approvals"]).contains("nothing waits"));
}

#[test]
fn l19_the_cause_of_a_failed_read_is_in_the_journal_under_its_trace_id() {
    let home = Home::new();
    drop(home.connect());
    std::fs::write(home.path("c.toml"), "mode = \"ck3lens\"\n[roots]\nvscode = \"/proc/self\"\n").unwrap();
    let mut server = home.serve(&["--config", home.path("c.toml").to_str().unwrap()]);
    server.initialize();
    let failed = server.call("ck3_read", json!({ "path": "root:vscode/mem" }));
    assert_eq!(failed["code"], Code::ReadFailed.as_str(), "{failed}");
    let story = shown(&home, &["trace", failed["meta"]["trace_id"].as_str().unwrap()]);
    assert!(story.contains("cause") && story.contains("os error"), "{story}");
}

#[test]
fn the_programs_own_files_are_for_its_user_alone() {
    let home = Home::new();
    let mut server = home.connect();
    put(&home, "a.txt");
    server.call("ck3_file", delete("a.txt"));
    server.call("ck3_file", json!({ "command": "write", "path": wip("b.txt"), "content": "x" }));
    drop(server);
    let mut folders = vec![home.path("state")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        assert_eq!(std::fs::metadata(&folder).unwrap().permissions().mode() & 0o077, 0, "{}", folder.display());
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let found = entry.metadata().unwrap();
            assert_eq!(found.permissions().mode() & 0o077, 0, "{}", entry.path().display());
            seen += 1;
            if found.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    assert!(seen > 6, "{seen}");
    // What others can use is closed at the next start.
    std::fs::set_permissions(home.path("state"), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(shown(&home, &["doctor"]).contains("private"));
    assert_eq!(std::fs::metadata(home.path("state")).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn the_demonstration_plays_where_nobody_else_has_been() {
    let home = Home::new();
    let folder = home.path("tmp");
    std::fs::create_dir(&folder).unwrap();
    let told = home.program(&["demo"]).env("TMPDIR", &folder).output().unwrap();
    assert!(told.status.success(), "{told:?}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing is left");
    // It plays again where it played before, and needs no temporary folder.
    let told = home.program(&["demo"]).env("TMPDIR", home.path("absent")).output().unwrap();
    assert!(told.status.success(), "{told:?}");
}

#[test]
fn the_demonstration_removes_no_folder_of_somebody_else() {
    let home = Home::new();
    let precious = home.path("demo-world/precious.txt");
    std::fs::create_dir(home.path("demo-world")).unwrap();
    std::fs::write(&precious, "mine").unwrap();
    let refused = home.program(&["demo"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("move it away"), "{refused:?}");
    assert_eq!(std::fs::read_to_string(precious).unwrap(), "mine");
}

#[test]
fn l104_a_mode_that_the_operator_set_is_the_only_one() {
    let home = Home::new();
    home.configure("");
    let mut server = home.connect();
    let answer = server.call("ck3_session", json!({ "command": "init", "mode": "ck3raven-dev" }));
    assert_eq!(answer["code"], Code::ModeNotOffered.as_str());
    assert_eq!(answer["data"]["offered"], json!(["ck3lens"]));
    let status = server.call("ck3_session", json!({}));
    let told = status["data"].to_string();
    assert!(!told.contains("repo") && !told.contains("user_docs") && !told.contains("steam"), "{told}");
}

/// What a command says on both streams, whether it succeeds or not.
fn said(home: &Home, arguments: &[&str]) -> String {
    let output = home.run(arguments);
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn l103_no_command_repeats_what_a_terminal_obeys_or_hides() {
    const HOSTILE: &str = "z\u{1b}[31mRED\u{7}\u{202e}\u{200b}\u{2800}\u{3164}\u{fe0f}";
    let home = Home::new();
    drop(home.connect());
    let folder = "sample/user_docs/mod/Braver Braves/common/traits";
    std::os::unix::fs::symlink("nowhere", home.path(&format!("{folder}/{HOSTILE}.txt"))).unwrap();
    std::fs::write(home.path(&format!("{folder}/bad.txt")), "a = { \u{2800}\u{3164}\u{fe0f}\n").unwrap();
    std::fs::write(home.path(&format!("{folder}/k.txt")), format!("okey = {{\n\ta = \"{HOSTILE}\"\n}}\n")).unwrap();
    let folder = home.path(folder).display().to_string();
    let commands: &[&[&str]] = &[
        &["check", &folder],
        &["check", &folder, "--json"],
        &["check", HOSTILE],
        &["lens", "object", "okey"],
        &["lens", "object", "okey", "--json"],
        &["lens", "object", HOSTILE],
        &["lens", "file", HOSTILE, "--json"],
        &["search", "RED"],
        &["search", "RED", "--json"],
        &["search", HOSTILE, "--json"],
        &["log", "--mod", HOSTILE],
        &["doctor", "--config", HOSTILE],
        &["init", "--game", HOSTILE, "--yes"],
        &["enable", HOSTILE],
        &["undo", HOSTILE],
        &["approve", HOSTILE],
        &["approvals", HOSTILE],
        &["deny", HOSTILE],
        &["deny", "--session", HOSTILE],
        &["trace", HOSTILE],
        &["journal", HOSTILE],
        &["crashes", HOSTILE],
        &["explain", HOSTILE],
        &["codes", HOSTILE],
        &["call", HOSTILE],
        &["call", "ck3_dir", HOSTILE],
        &["call", "ck3_dir", &format!("{{\"path\":\"{}\"}}", &HOSTILE[6..])],
        &["serve", "--http", HOSTILE],
        &["completions", HOSTILE],
        &[HOSTILE],
        &["--json", "doctor", &format!("--{HOSTILE}")],
    ];
    for arguments in commands {
        let said = said(&home, arguments);
        let hidden = said.chars().find(|character| *character != '\n' && reply_kit::is_invisible(*character));
        assert_eq!(hidden, None, "{arguments:?}: {said:?}");
    }
    // What a program reads is the same value.
    let found: Value = serde_json::from_str(&shown(&home, &["lens", "object", "okey", "--json"])).unwrap();
    assert!(found["data"]["objects"][0]["body"].as_str().unwrap().contains(HOSTILE), "{found}");
}

#[test]
fn a_person_whose_undo_is_refused_is_shown_what_a_person_can_do() {
    let home = Home::new();
    let mut server = home.connect();
    let write = |content: &str| json!({ "command": "write", "path": wip("x.txt"), "content": content });
    assert_eq!(server.call("ck3_file", write("one"))["code"], Code::FileWritten.as_str());
    let written = server.call("ck3_file", write("two"));
    let file = home.path("sample/ck3raven_data/wip/x.txt");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o444)).unwrap();
    let said = said(&home, &["undo", written["meta"]["trace_id"].as_str().unwrap()]);
    assert!(
        said.contains(Code::TargetReadOnly.as_str()) && said.contains("Make it writable, and undo again."),
        "{said}"
    );
    assert!(!said.contains(Code::TargetReadOnly.entry().explain), "{said}");
}
