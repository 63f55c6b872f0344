//! An agent that makes a slip finds in the reply what would have been right, and gets there with it.

use replies::Code;
use serde_json::{Value, json};

use crate::server::{Home, Server};

/// A server on an installation that looks like a modder's.
fn installation() -> (Home, Server) {
    let home = Home::new();
    for file in [
        "library/game/common/traits/00_traits.txt",
        "library/game/events/story_cycle_1_event.txt",
        "docs/mod/my_knights/common/traits/mine.txt",
        "library/workshop/2216670956/common/traits/theirs.txt",
        "data/wip/notes.txt",
    ] {
        std::fs::create_dir_all(home.path(file).parent().unwrap()).unwrap();
        std::fs::write(home.path(file), "\u{feff}brave = {\n\tmartial = 2\n}\n").unwrap();
    }
    let config = home.path("own.toml");
    let text = "mode = \"ck3lens\"\nlocal_mods_folder = \"docs/mod\"\n[roots]\ngame = \"library/game\"\n\
                steam = \"library/workshop\"\nuser_docs = \"docs\"\nck3raven_data = \"data\"\n\
                [[mods]]\nname = \"My Knights\"\npath = \"docs/mod/my_knights\"\n\
                [[mods]]\nname = \"Better Battles\"\npath = \"library/workshop/2216670956\"\n";
    std::fs::write(&config, text).unwrap();
    let config = config.display().to_string();
    let server = home.serve(&["--config", &config]).introduced();
    (home, server)
}

/// Lists an address; after a slip, the first that the reply suggests.
fn arrive(server: &mut Server, path: &str) -> Value {
    let answer = server.call("ck3_dir", json!({ "command": "list", "path": path }));
    if answer["status"] == "success" {
        return answer["data"]["target"].clone();
    }
    assert_eq!(answer["code"], Code::PathNotFound.as_str(), "{answer}");
    let suggested = answer["data"]["nearest"][0].as_str().unwrap_or_else(|| panic!("{path}: {answer}")).to_owned();
    let again = server.call("ck3_dir", json!({ "command": "list", "path": suggested }));
    assert_eq!(again["status"], "success", "{path}: {again}");
    again["data"]["target"].clone()
}

#[test]
fn every_slip_in_an_address_is_one_call_away_from_what_was_meant() {
    let (_home, mut server) = installation();
    for (slip, meant) in [
        ("root:game/common/trait", "root:game/common/traits"),
        ("root:game/Common/traits", "root:game/common/traits"),
        ("game/common", "root:game/common"),
        ("root:game\\common\\traits", "root:game/common/traits"),
        ("root:mods", "mod:My Knights"),
        ("mod:my_knights", "mod:My Knights"),
        ("mod:2216670956", "mod:Better Battles"),
        ("vanilla:/common", "root:game/common"),
        ("wip:/", "root:ck3raven_data/wip"),
    ] {
        assert_eq!(arrive(&mut server, slip), meant, "{slip}");
    }
}

#[test]
fn a_path_without_a_command_is_answered_with_the_command_that_would_use_it() {
    let (_home, mut server) = installation();
    let answer = server.call("ck3_dir", json!({ "path": "root:game" }));
    assert_eq!(answer["code"], Code::BadArguments.as_str());
    assert!(answer["data"]["problems"][0]["expected"].as_str().unwrap().contains("list"), "{answer}");
}

#[test]
fn an_edit_that_does_not_match_is_corrected_by_what_the_reply_shows() {
    let (_home, mut server) = installation();
    let contract = json!({ "intent": "braver", "scope": "mod:My Knights", "operations": ["write"] });
    let path = "mod:My Knights/common/traits/mine.txt";
    let edit = json!({ "command": "edit", "path": path, "old_text": "brave={", "new_text": "braver = {" });
    // The denial names the call that opens the way.
    let denied = server.call("ck3_file", edit.clone());
    assert_eq!(denied["data"]["scope"], contract["scope"]);
    let opened = server.call(
        denied["data"]["tool"].as_str().unwrap(),
        json!({ "command": denied["data"]["command"], "contract": contract }),
    );
    assert_eq!(opened["status"], "success", "{opened}");
    let missed = server.call("ck3_file", edit);
    assert_eq!(missed["code"], Code::TextCountDiffers.as_str());
    let shown = missed["data"]["nearest"][0].as_str().unwrap();
    let (_, line) = shown.split_once(": ").unwrap();
    let edit = json!({ "command": "edit", "path": path, "old_text": line, "new_text": "braver = {" });
    assert_eq!(server.call("ck3_file", edit)["status"], "success");
}
