//! `ck3_search` as a client and as a person at a terminal meet it: the same answers.

use replies::Code;
use serde_json::{Value, json};

use crate::server::Home;

/// A modder's installation: a game, a mod that replaces one of its files, and something that nobody may see.
fn installation() -> (Home, String) {
    Home::installation(&[
        ("game/common/traits/00_traits.txt", "brave = {\n\tmartial = 2\n}\n"),
        ("docs/mod/mine/common/traits/00_traits.txt", "brave = {\n\tmartial = 3\n}\n"),
        ("docs/mod/other/common/traits/x.txt", "brave = { }\n"),
    ])
}

#[test]
fn an_agent_finds_what_is_written_where_and_what_replaces_it() {
    let (home, config) = installation();
    let mut server = home.serve(&["--config", &config]).introduced();
    let found = server.call("ck3_search", json!({ "query": "brave = {" }));
    assert_eq!(found["code"], Code::TextFound.as_str());
    let files = &found["data"]["files"];
    assert_eq!(files[0]["shadowed_by"], "mod:Mine/common/traits/00_traits.txt");
    assert_eq!(files[1]["hits"], json!([{ "line": 1, "column": 1, "text": "brave = {" }]));
    assert_eq!(found["data"]["total"], 2, "a mod that is not of the playset is not searched: {found}");
    // What was edited since is found by the next call.
    std::fs::write(home.path("docs/mod/mine/common/traits/00_traits.txt"), "bold = { }\n").unwrap();
    assert_eq!(server.call("ck3_search", json!({ "query": "brave = {" }))["data"]["total"], 1);
    let wrong = server.call("ck3_search", json!({ "query": "brave(", "regex": true }));
    assert_eq!(wrong["code"], Code::BadArguments.as_str());
    assert_eq!(wrong["data"]["problems"][0]["problem"], "column 6: unclosed group");
}

#[test]
fn a_person_gets_the_same_answers_in_a_terminal() {
    let (home, config) = installation();
    let mut server = home.serve(&["--config", &config]).introduced();
    let by_agent = server.call("ck3_search", json!({ "query": "brave", "limit": 200 }));
    let output = home.run(&["search", "--config", &config, "--json", "brave"]);
    let by_person: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(by_agent["data"], by_person["data"]);
    let output = home.run(&["search", "--config", &config, "brave"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    let expected =
        "root:game/common/traits/00_traits.txt  shadowed by mod:Mine/common/traits/00_traits.txt\n  1:1  brave = {\n";
    assert!(output.status.success() && shown.starts_with(expected), "{shown}");
    let output = home.run(&["search", "--config", &config, "--files", "00_trait.txt"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("0 files; 0 files of 2 sources") && shown.contains("nearest: 00_traits.txt"), "{shown}");
    let output = home.run(&["search", "--config", &config, "--symbols", "bra"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    let expected = "brave  object  mod:Mine/common/traits/00_traits.txt:1  +1\n1 key; 2 definitions in 2 files\n";
    assert!(output.status.success() && shown.starts_with(expected), "{shown}");
    let output = home.run(&["search", "--config", &config, "--uses", "brave"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("  1:1  defined  brave = {\n"), "{shown}");
    assert!(shown.contains("2 lines, 2 of them definitions; 2 files of 2 sources"), "{shown}");
    let output = home.run(&["search", "--config", &config, "-e", "brave("]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("--query: column 6: unclosed group"), "{told}");
}
