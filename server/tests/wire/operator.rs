//! What a person does at a terminal.

use replies::Code;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::server::Home;

fn shown(home: &Home, arguments: &[&str]) -> String {
    let output = home.run(arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_journal_can_be_read_filtered_and_summed_up() {
    let home = Home::new();
    let mut server = home.connect();
    for _ in 0..5 {
        server.call("ck3_dir", json!({ "command": "list", "path": "root:gane" }));
    }
    let found = server.call("ck3_dir", json!({}));
    let trace_id = found["meta"]["trace_id"].as_str().unwrap();
    let all = shown(&home, &["journal"]);
    assert_eq!(all.lines().filter(|line| line.contains("ck3_dir")).count(), 6, "{all}");
    let filtered = shown(&home, &["journal", "--code", Code::Home.as_str()]);
    assert!(filtered.contains(trace_id) && !filtered.contains(Code::PathNotFound.as_str()), "{filtered}");
    assert!(shown(&home, &["journal", "--trace", trace_id]).contains(Code::Home.as_str()));
    let statistics = shown(&home, &["journal", "--statistics"]);
    for word in [Code::PathNotFound.as_str(), "slowest", "5 ×"] {
        assert!(statistics.contains(word), "{word} is missing in:\n{statistics}");
    }
}

#[test]
fn l106_decisions_and_reads_are_in_two_files_and_are_shown_as_one_journal() {
    let home = Home::new();
    let mut server = home.connect();
    server.call("ck3_dir", json!({}));
    let write = json!({ "command": "write", "path": "root:ck3raven_data/wip/a.txt", "content": "x" });
    let written = server.call("ck3_file", write);
    server.call("ck3_dir", json!({ "command": "list", "path": "root:game" }));
    let file = |name: &str| std::fs::read_to_string(home.path(&format!("state/{name}.jsonl"))).unwrap();
    let trace_id = written["meta"]["trace_id"].as_str().unwrap();
    assert!(file("journal").lines().all(|line| line.contains(trace_id)), "{}", file("journal"));
    assert!(file("calls").lines().count() >= 2 && !file("calls").contains(trace_id), "{}", file("calls"));
    // What was set aside is read as well.
    std::fs::rename(home.path("state/journal.jsonl"), home.path("state/journal.00000000000000000001.jsonl")).unwrap();
    let all = shown(&home, &["journal"]);
    let order: Vec<_> =
        [Code::Home.as_str(), "ALLOW", "executed", Code::FileWritten.as_str(), Code::DirectoryListed.as_str()]
            .map(|word| all.find(word).unwrap_or_else(|| panic!("{word} is missing in:\n{all}")))
            .into();
    assert!(order.is_sorted(), "{all}");
    assert!(shown(&home, &["journal", "-n", "1"]).contains(Code::DirectoryListed.as_str()));
    let story = shown(&home, &["trace", trace_id]);
    assert!(["ALLOW", "executed", Code::FileWritten.as_str()].iter().all(|word| story.contains(word)), "{story}");
}

#[test]
fn an_unknown_trace_is_reported() {
    let home = Home::new();
    let output = home.run(&["trace", "00000000-0000-4000-8000-000000000000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing is known"));
    assert_eq!(home.run(&["trace", "../../secret"]).status.code(), Some(2));
}

#[test]
fn the_demonstration_shows_every_reaction() {
    let home = Home::new();
    let told = shown(&home, &["demo"]);
    for code in [
        Code::FileRead.as_str(),
        Code::PathNotFound.as_str(),
        Code::WriteDenied.as_str(),
        Code::ContractRequired.as_str(),
        Code::ContractOpened.as_str(),
        Code::FileWritten.as_str(),
        Code::TokenRequired.as_str(),
        Code::FileDeleted.as_str(),
        Code::Crash.as_str(),
    ] {
        assert!(told.contains(code), "{code} is missing in:\n{told}");
    }
    // For programs: what the agent was answered, a line each, and what a person took back.
    let answers = shown(&home, &["demo", "--json"]);
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let crash = answers.iter().find(|answer| answer["code"] == Code::Crash.as_str()).unwrap();
    // The trace id that it shows can be traced.
    let story = shown(&home, &["trace", crash["meta"]["trace_id"].as_str().unwrap()]);
    assert!(story.contains("a bug, for show"), "{story}");
    // It plays in a world of its own.
    assert!(!home.path("sample").exists());
}

#[test]
fn init_writes_a_configuration_that_works_and_never_overwrites_one() {
    let home = Home::new();
    let game = home.path("steamapps/common/Crusader Kings III/game");
    std::fs::create_dir_all(game.join("common")).unwrap();
    let told = shown(&home, &["init", "--game", game.to_str().unwrap()]);
    assert!(told.trim_end().lines().last().unwrap().starts_with("next: ck3raven init --client NAME"), "{told}");
    assert!(told.contains("wrote") && told.contains("game"), "{told}");
    let written = std::fs::read_to_string(home.path("ck3raven.toml")).unwrap();
    assert!(written.contains("# ") && written.contains("[roots]"), "{written}");
    assert!(shown(&home, &["doctor"]).contains("✓ game"));
    assert_eq!(home.run(&["init"]).status.code(), Some(2), "what a person wrote stays");
}

#[test]
fn doctor_explain_and_call_answer_without_a_client() {
    let home = Home::new();
    assert!(shown(&home, &["doctor"]).contains("sample world"));
    assert!(shown(&home, &["explain", Code::PathNotFound.as_str()]).contains("PATH_NOT_FOUND"));
    assert!(shown(&home, &["call", "ck3_dir", "{}"]).contains(Code::Home.as_str()));
    assert_eq!(home.run(&["call", "ck3_dir", "[1]"]).status.code(), Some(1));
}

#[test]
fn output_that_nobody_reads_is_not_a_failure_and_output_that_is_lost_is_one() {
    let home = Home::new();
    for command in [&["doctor"][..], &["demo"], &["explain", Code::PathNotFound.as_str()], &["journal"], &["approvals"]]
    {
        let mut child = home.program(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let told = child.wait_with_output().unwrap();
        assert!(told.status.success(), "{command:?}: {told:?}");
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let told = home.program(command).stdout(full).output().unwrap();
        assert_eq!(told.status.code(), Some(74), "{command:?}: {told:?}");
    }
}

#[test]
fn a_configuration_named_by_a_relative_path_is_relative_to_itself() {
    let home = Home::new();
    drop(home.connect());
    std::fs::write(home.path("c.toml"), "mode = \"ck3lens\"\n[roots]\ngame = \"sample/game\"\n").unwrap();
    let told = home.program(&["doctor", "--config", "c.toml"]).current_dir(home.path("")).output().unwrap();
    assert!(told.status.success(), "{told:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn init_finds_steam_proton_the_workshop_and_the_launchers_playset() {
    let home = Home::new();
    let (person, steam) = (home.path("person"), home.path("person/games/steamapps"));
    let documents = "compatdata/1158310/pfx/drive_c/users/steamuser/Documents/Paradox Interactive/Crusader Kings III";
    let write = |path: PathBuf, content: String| {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    };
    let games = home.path("person/games");
    let list = format!("\"libraryfolders\"\n{{\n\"0\"\n{{\n\"path\" \"{}\"\n}}\n}}\n", games.display());
    write(person.join(".local/share/Steam/steamapps/libraryfolders.vdf"), list);
    write(steam.join("common/Crusader Kings III/game/common/traits/a.txt"), "brave = {}".into());
    let workshop = steam.join("workshop/content/1158310/22");
    write(workshop.join("descriptor.mod"), "name=\"Shop\"".into());
    let documents = steam.join(documents);
    write(documents.join("mod/Mine/descriptor.mod"), "name=\"Mine\"".into());
    write(documents.join("mod/Mine.mod"), "name=\"Mine\"\npath=\"mod/Mine\"\n".into());
    write(documents.join("mod/ugc_22.mod"), format!("name=\"Shop\"\npath=\"{}\"\n", workshop.display()));
    write(documents.join("dlc_load.json"), r#"{"enabled_mods":["mod/ugc_22.mod","mod/Mine.mod"]}"#.into());
    let run = |command: &str| {
        let told = home.program(&[command]).env("HOME", &person).env_remove("XDG_DATA_HOME").output().unwrap();
        assert!(told.status.success(), "{told:?}");
        String::from_utf8(told.stdout).unwrap()
    };
    let shown = run("init");
    assert!(shown.contains("nothing is there") && shown.contains("✓ game"), "what was rejected is shown too: {shown}");
    let examined = run("doctor");
    for found in [
        "✓ game ",
        "✓ steam ",
        "✓ user_docs ",
        "✓ \"Shop\" ",
        "✓ \"Mine\" ",
        "(in root:steam)",
        "(in the local mods folder)",
    ] {
        assert!(examined.contains(found), "{found} is missing in:\n{examined}");
    }
    let mut server = home.connect();
    let mods = &server.call("ck3_session", json!({}))["data"]["mods"];
    assert_eq!((&mods[0]["name"], &mods[1]["name"]), (&json!("Shop"), &json!("Mine")), "in load order: {mods}");
    let read = server.call("ck3_read", json!({ "path": "root:game/common/traits/a.txt" }));
    assert_eq!(read["code"], Code::FileRead.as_str());
}

#[test]
fn check_prints_every_problem_with_its_place_and_fails() {
    let home = Home::new();
    let file = home.path("mod/common/traits/a.txt");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "\u{feff}brave = {\n\tcost = 40\n\ncraven = {\n}\n").unwrap();
    let folder = home.path("mod").display().to_string();
    let shown = home.run(&["check", &folder]);
    assert_eq!(shown.status.code(), Some(1));
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains("the block of `brave` is never closed") && shown.contains("1 errors"), "{shown}");
    let listed = String::from_utf8(home.run(&["check", "--json", &folder]).stdout).unwrap();
    let line: Value = serde_json::from_str(listed.lines().next().unwrap()).unwrap();
    assert_eq!((&line["problems"][0]["rule"], &line["problems"][0]["line"]), (&json!("UNCLOSED_BRACE"), &json!(1)));
    std::fs::write(&file, "\u{feff}brave = {\n}\n").unwrap();
    assert!(home.run(&["check", &folder]).status.success());
}

/// A pipe that nobody writes to would be waited for, and a device never ends.
#[cfg(unix)]
#[test]
fn l101_check_reads_regular_files_alone_and_follows_no_link_in_a_folder() {
    let home = Home::new();
    let traits = home.path("mod/common/traits");
    std::fs::create_dir_all(&traits).unwrap();
    std::fs::write(traits.join("a.txt"), "\u{feff}brave = {\n}\n").unwrap();
    make_pipe(&traits.join("b.txt"));
    std::os::unix::fs::symlink("/dev/zero", traits.join("c.txt")).unwrap();
    let shown = home.run(&["check", &home.path("mod").display().to_string()]);
    assert_eq!(shown.status.code(), Some(1), "{shown:?}");
    let printed = String::from_utf8(shown.stdout).unwrap();
    assert!(printed.contains("1 files checked: 0 errors, 0 warnings, 1 could not be read"), "{printed}");
    let refused = home.run(&["check", &traits.join("c.txt").display().to_string()]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
}

#[cfg(unix)]
fn make_pipe(path: &std::path::Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn the_lens_shows_a_person_what_is_in_force_on_the_sample() {
    let home = Home::new();
    let told = shown(&home, &["lens", "object", "brave", "--compare"]);
    for line in [
        "mod:Braver Braves/common/traits/zz_braver.txt",
        "certain by R4",
        "overridden             mod:Better Castles/common/traits/01_castles.txt:1 by mod:Braver Braves/common/traits/zz_braver.txt",
        "+     martial = 4",
    ] {
        assert!(told.contains(line), "no {line} in {told}");
    }
    assert!(shown(&home, &["lens", "conflicts"]).contains("1 key\n"));
    let patch = shown(&home, &["lens", "patch", "brave", "--mod", "Better Castles", "--json"]);
    assert!(patch.contains("\"wins\": true"), "{patch}");
    let unknown = home.program(&["lens", "object", "brvae"]).output().unwrap();
    assert!(!unknown.status.success());
    assert!(String::from_utf8_lossy(&unknown.stdout).contains("'brave'"));
}

#[test]
fn every_command_that_shows_something_shows_it_as_json_too() {
    let home = Home::new();
    drop(home.connect());
    let code = Code::PathNotFound.as_str();
    for command in [
        &["doctor"][..],
        &["approvals"],
        &["undo", "--list"],
        &["journal", "--statistics"],
        &["codes"],
        &["explain", code],
        &["call", "ck3_dir", "{}"],
    ] {
        let told = shown(&home, &[command, &["--json"]].concat());
        assert!(serde_json::from_str::<Value>(&told).is_ok(), "{command:?}: {told}");
    }
    let codes = shown(&home, &["codes", "path_not"]);
    assert!(codes.contains(code) && !codes.contains(Code::FileRead.as_str()), "{codes}");
    assert!(shown(&home, &["completions", "bash"]).contains("approvals"));
    assert!(shown(&home, &["man"]).contains("COMMAND TRACE"));
}

#[test]
fn a_root_that_is_missing_at_the_start_is_reported_and_the_rest_is_served() {
    let home = Home::new();
    drop(home.connect());
    let config = "mode = \"ck3lens\"\n[roots]\ngame = \"sample/nowhere\"\nck3raven_data = \"sample/ck3raven_data\"\n";
    std::fs::write(home.path("ck3raven.toml"), config).unwrap();
    let mut server = home.connect();
    let listed = server.call("ck3_dir", json!({ "command": "list", "path": "root:ck3raven_data" }));
    assert_eq!(listed["status"], "success", "{listed}");
    let (_, status, told) = server.end();
    assert!(status.success() && told.contains("root:game cannot be served"), "{told}");
    let examined = home.run(&["doctor"]);
    assert!(!examined.status.success() && String::from_utf8_lossy(&examined.stdout).contains("missing"));
}

#[test]
fn init_says_that_the_sample_world_goes_and_replaces_a_configuration_only_by_force() {
    let home = Home::new();
    assert!(shown(&home, &["init"]).contains("sample world"));
    std::fs::write(home.path("ck3raven.toml"), "# mine\n").unwrap();
    assert_eq!(home.run(&["init"]).status.code(), Some(2));
    let told = shown(&home, &["init", "--force"]);
    assert!(told.contains("no game was found") && told.contains("sample world stays"), "{told}");
    std::fs::create_dir_all(home.path("installed/game/common")).unwrap();
    shown(&home, &["init", "--force", "--game", home.path("installed").to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(home.path("ck3raven.toml.bak")).unwrap(), "# mine\n");
}

/// A home with nothing in it but what a test puts there, so that nothing of this machine is found.
#[cfg(target_os = "linux")]
fn in_empty_home(home: &Home, arguments: &[&str]) -> Output {
    let person = home.path("person");
    let mut program = home.program(arguments);
    program.env("HOME", &person).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
    program.output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn init_rejects_a_wrong_path_and_ends_with_the_doctor() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("person/other")).unwrap();
    for (named, why) in [("nowhere", "nothing is there"), ("other", "no folder `common`")] {
        let told = in_empty_home(&home, &["init", "--game", home.path(&format!("person/{named}")).to_str().unwrap()]);
        assert_eq!(told.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&told.stderr).contains(why), "{told:?}");
    }
    let told = in_empty_home(&home, &["init"]);
    let shown = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success() && !home.path("ck3raven.toml").exists());
    for said in ["✗ Steam", "nothing is there", "no game was found", "sample world stays", "roots\n", "own files\n"] {
        assert!(shown.contains(said), "{said} is missing in:\n{shown}");
    }
    let told = in_empty_home(&home, &["--json", "init"]);
    let shown: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(
        (&shown["keeps_sample"], &shown["wrote"], &shown["doctor"]["is_well"]),
        (&json!(true), &json!(null), &json!(true))
    );
    assert!(shown["looked_at"].as_array().unwrap().iter().all(|place| place["objection"].is_string()));
}

#[cfg(target_os = "linux")]
#[test]
fn init_connects_the_clients_that_are_named_and_keeps_what_they_had() {
    let home = Home::new();
    let write = |name: &str, content: &str| {
        std::fs::create_dir_all(home.path(name).parent().unwrap()).unwrap();
        std::fs::write(home.path(name), content).unwrap();
    };
    let desktop = "person/.config/Claude/claude_desktop_config.json";
    let other = "{\n  \"mcpServers\": {\n    \"other\": {\n      \"command\": \"x\"\n    }\n  }\n}\n";
    write(desktop, other);
    write("person/.config/Code/User/mcp.json", "{ // mine\n}");
    let connect = |client: &str| in_empty_home(&home, &["init", "--client", client]);
    let told = connect("claude-desktop");
    let shown = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(
        told.status.success() && shown.contains("+    \"ck3raven\": {") && shown.contains("connected; restart it"),
        "{shown}"
    );
    assert_eq!(std::fs::read_to_string(home.path(&format!("{desktop}.bak"))).unwrap(), other);
    let written: serde_json::Value = serde_json::from_slice(&std::fs::read(home.path(desktop)).unwrap()).unwrap();
    assert_eq!(written["mcpServers"]["other"]["command"], "x");
    assert_eq!(written["mcpServers"]["ck3raven"]["args"], json!(["serve"]));
    // A second time there is nothing to do; a file with comments is the person's to change.
    assert!(String::from_utf8_lossy(&connect("claude-desktop").stdout).contains("connected already"));
    let refused = connect("vscode");
    assert!(
        !refused.status.success() && String::from_utf8_lossy(&refused.stdout).contains("not plain JSON"),
        "{refused:?}"
    );
    for (client, file, list) in
        [("claude-code", ".claude.json", "mcpServers"), ("cursor", ".cursor/mcp.json", "mcpServers")]
    {
        assert!(connect(client).status.success());
        let written = std::fs::read(home.path(&format!("person/{file}"))).unwrap();
        let written: serde_json::Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(written[list]["ck3raven"]["args"], json!(["serve"]), "{written}");
    }
}

#[test]
fn l103_crash_files_are_listed_newest_first_as_text() {
    let home = Home::new();
    assert!(shown(&home, &["crashes"]).contains("no crash file"));
    std::fs::create_dir_all(home.path("state/crashes")).unwrap();
    let id = "11111111-1111-4111-8111-111111111111";
    let report =
        format!("trace: {id}\ntool: ck3_dir\nversions: 1\npanic: \u{1b}[2J\u{202e}evil\nat: src/lib.rs:1:2\n\nstack\n");
    std::fs::write(home.path(&format!("state/crashes/crash-{id}.txt")), report).unwrap();
    let told = shown(&home, &["crashes"]);
    assert!(told.contains(id) && told.contains("\\u{202e}evil") && told.contains("src/lib.rs:1:2"), "{told}");
    assert!(!told.contains(['\u{1b}', '\u{202e}']), "{told}");
    let listed: Value = serde_json::from_str(&shown(&home, &["crashes", "--json"])).unwrap();
    assert_eq!((&listed["total"], &listed["crashes"][0]["tool"]), (&json!(1), &json!("ck3_dir")));
    assert!(shown(&home, &["trace", &id[..8]]).contains("stack"));
    assert!(shown(&home, &["doctor"]).contains("ck3raven crashes"));
}
