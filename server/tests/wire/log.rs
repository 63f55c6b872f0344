//! The game's logs, as a client and as a person at a terminal meet them.

use replies::Code;
use serde_json::{Value, json};

use crate::server::Home;

const LOG: &str = "\
[08:41:13][E][jomini_script_system.cpp:304]: Script system error!
  Error: stress_impact effect [ Cannot find scholar in trait database ]
  Script location: file: events/travel.txt line: 4129 (travel.7039:option)

[08:41:15][E][pdx_dds.cpp:90]: Cannot open C:/Users/nate/Documents/x.dds
";

/// A modder's installation whose game has run.
fn installation() -> (Home, String) {
    Home::installation(&[
        ("game/events/travel.txt", "x"),
        ("docs/mod/mine/events/travel.txt", "x"),
        ("docs/logs/error.log", LOG),
    ])
}

#[test]
fn an_agent_that_looks_for_a_log_as_a_file_is_led_to_the_tool_that_reads_it() {
    let (home, config) = installation();
    let mut server = home.serve(&["--config", &config]).introduced();
    let missed = server.call("ck3_read", json!({ "path": "root:user_docs/logs/error.log" }));
    assert_eq!(missed["code"], Code::PathNotFound.as_str());
    assert!(missed["data"]["expected"].as_str().unwrap().contains("ck3_log"), "{missed}");
    let told = server.call("ck3_log", json!({ "path": "mod:Mine" }));
    assert_eq!(told["data"]["messages"][0]["locations"][0]["in_force"], "mod:Mine/events/travel.txt", "{told}");
    assert!(!server.call("ck3_log", json!({})).to_string().contains("nate"));
    // The game goes on, and says something new.
    let more = "[09:00:00][E][a.cpp:1]: new\n";
    std::fs::write(home.path("docs/logs/error.log"), [LOG, more].concat()).unwrap();
    let new = server.call("ck3_log", json!({ "since": "last" }));
    assert_eq!(new["data"]["messages"][0]["text"], "new");
    assert_eq!(new["data"]["messages_total"], 1);
}

#[test]
fn a_person_gets_the_same_answers_in_a_terminal() {
    let (home, config) = installation();
    let output = home.run(&["log", "--config", &config, "--json", "--path", "mod:Mine"]);
    let reply: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&reply["code"], &reply["data"]["messages_total"]), (&json!(Code::LogRead.as_str()), &json!(1)));
    let output = home.run(&["log", "--config", &config]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && shown.contains("→ mod:Mine/events/travel.txt:4129"), "{shown}");
    assert!(shown.contains("2 entries, 2 different messages, 2 shown") && !shown.contains("nate"), "{shown}");
    let output = home.run(&["log", "--config", &config, "--log", "debug"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains(Code::LogNotFound.as_str()), "{told}");
}
