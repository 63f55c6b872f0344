//! An agent selects a playset, and what it was doing keeps its meaning (L52, L104).

use replies::Code;
use serde_json::json;

use crate::http::Http;
use crate::playsets::{Installation, names, status};
use crate::server::Server;

#[test]
fn l104_a_playset_that_would_widen_what_is_seen_is_not_put_in_force() {
    let world = Installation::new();
    world.playset("p.json", "Mine", &[("Knights", "docs/mod/knights")]);
    world.configure("playset = \"p.json\"");
    let mut server = world.connect();
    // The program's own folder, by an operator's slip: an agent could approve for itself.
    world.playset("p.json", "Mine", &[("Knights", "docs/mod/knights"), ("State", "state")]);
    let told = status(&mut server);
    assert_eq!(names(&told["mods"]), ["Knights"], "{told}");
    assert!(told["playset_notes"][0].as_str().unwrap().contains("not safe"), "{told}");
    assert!(!told.to_string().contains(&world.path("").display().to_string()), "{told}");
    // A playset file where agents write.
    world.playset("data/wip/p.json", "Other", &[("Banners", "../../docs/mod/banners")]);
    world.configure("playset = \"data/wip/p.json\"");
    assert_eq!(names(&status(&mut server)["mods"]), ["Knights"]);
    // A descriptor that leads elsewhere.
    world.write("docs/mod/knights.mod", "name=\"Knights\"\npath=\"mod/knights\"\n");
    world.write("docs/dlc_load.json", r#"{"enabled_mods":["mod/knights.mod"]}"#);
    world.configure("playset = \"docs\"");
    assert_eq!(names(&status(&mut server)["mods"]), ["Knights"]);
    world.write("docs/mod/x.mod", &format!("name=\"X\"\npath=\"{}\"\n", world.path("elsewhere").display()));
    world.write("docs/dlc_load.json", r#"{"enabled_mods":["mod/knights.mod","mod/x.mod"]}"#);
    let told = status(&mut server);
    assert_eq!(names(&told["mods"]), ["Knights"], "{told}");
    assert_eq!(told["unused"], json!([{ "name": "X", "reason": "outside_roots" }]), "{told}");
    // What else the configuration says is the start's.
    world.configure("playset = \"docs\"\nmodes = [\"ck3lens\", \"ck3raven-dev\"]");
    assert_eq!(status(&mut server)["modes"], json!(["ck3lens"]));
}

#[test]
fn l104_an_agent_selects_a_playset_that_the_operator_listed_for_itself_alone() {
    let world = Installation::new();
    let launcher = world.launcher();
    world.playset("extra.json", "Extra", &[("Banners", "docs/mod/banners")]);
    world.configure("playset = \"docs\"\nplaysets = [\"Testing\", \"extra.json\"]");
    let server = Http::start_with(world.home.clone(), None, &[]);
    let (one, two) = (server.session("ck3lens"), server.session("ck3lens"));
    let mods = |session: &str| {
        let told = server.call("ck3_session", json!({ "session": session }))["data"].clone();
        names(&told["mods"]).join(" ")
    };
    let select = |session: &str, playset: &str| {
        server.call("ck3_session", json!({ "command": "playset", "playset": playset, "session": session }))
    };
    let told = server.call("ck3_session", json!({ "session": one }))["data"].clone();
    assert_eq!(names(&told["playsets"]), ["Campaign", "Testing", "Extra"], "{told}");
    assert_eq!(select(&one, "Testing")["code"], Code::PlaysetSelected.as_str());
    assert_eq!((mods(&one).as_str(), mods(&two).as_str()), ("Two", "Knights One"), "for itself alone");
    let refused = select(&two, "testing");
    assert_eq!(refused["code"], Code::PlaysetNotOffered.as_str());
    // The reply says what there is.
    let offered = refused["data"]["offered"][2].as_str().unwrap();
    assert_eq!(select(&two, offered)["data"]["mods"][0]["address"], "mod:Banners");
    // What was selected follows its file, and goes when it is not offered any more.
    world.playset("extra.json", "Extra", &[("Knights", "docs/mod/knights")]);
    launcher.execute_batch("UPDATE playsets_mods SET enabled = 1").unwrap();
    assert_eq!((mods(&one).as_str(), mods(&two).as_str()), ("Two", "Knights"));
    world.configure("playset = \"docs\"");
    assert_eq!((mods(&one).as_str(), mods(&two).as_str()), ("Two Knights One", "Two Knights One"));
    assert_eq!(select(&one, "Testing")["data"]["offered"], json!(["Campaign"]));
    world.configure("playset = \"docs\"\nplaysets = \"all\"");
    assert_eq!(select(&one, "Testing")["code"], Code::PlaysetSelected.as_str());
}

#[test]
fn l49_a_playset_whose_name_reads_as_a_path_is_selected_by_the_name_that_is_listed() {
    let world = Installation::new();
    let launcher = world.launcher();
    launcher.execute_batch("UPDATE playsets SET name = '/home/nate/' || name").unwrap();
    world.playset("extra.json", r"C:\Users\nate\Testing", &[("Banners", "docs/mod/banners")]);
    world.configure("playset = \"docs\"\nplaysets = [\"/home/nate/Testing\", \"extra.json\"]");
    let mut server = world.connect();
    let told = status(&mut server);
    assert_eq!(names(&told["playsets"]), ["Campaign", "Testing", "Testing #2"], "{told}");
    for (name, first) in [("Testing", "mod:Two"), ("Testing #2", "mod:Banners"), ("Campaign", "mod:Knights")] {
        let selected = server.call("ck3_session", json!({ "command": "playset", "playset": name }));
        let data = &selected["data"];
        assert_eq!((&data["playset"], &data["mods"][0]["address"]), (&json!(name), &json!(first)), "{selected}");
    }
}

#[test]
fn l104_a_contract_keeps_its_meaning_when_the_playset_changes() {
    let world = Installation::new();
    world.playset("p.json", "Mine", &[("Knights", "docs/mod/knights")]);
    world.configure("playset = \"p.json\"");
    let mut server = world.connect();
    let contract = json!({ "intent": "test", "scope": "mod:Knights", "operations": ["write"] });
    assert_eq!(server.call("ck3_contract", json!({ "command": "open", "contract": contract }))["status"], "success");
    let write = |server: &mut Server, path: &str| {
        server.call("ck3_file", json!({ "command": "write", "path": path, "content": "x" }))["code"].clone()
    };
    assert_eq!(write(&mut server, "mod:Knights/a.md"), Code::FileWritten.as_str());
    // Another mod under the old name is not what the contract covers.
    world.playset("p.json", "Mine", &[("Knights", "docs/mod/banners")]);
    assert_eq!(write(&mut server, "mod:Knights/b.md"), Code::OutsideContract.as_str());
    assert!(!world.path("docs/mod/banners/b.md").exists());
    world.playset("p.json", "Mine", &[("Banners", "docs/mod/banners")]);
    assert_eq!(write(&mut server, "mod:Knights/c.md"), Code::PathNotFound.as_str());
    world.playset("p.json", "Mine", &[("Renamed", "docs/mod/knights")]);
    assert_eq!(write(&mut server, "mod:Renamed/d.md"), Code::FileWritten.as_str());
}

/// A change is undone where it was made, whatever mods are enabled by then, and by whatever name.

#[test]
fn a_change_is_undone_after_its_mod_left_the_playset() {
    let world = Installation::new();
    world.playset("p.json", "Mine", &[("Banners", "docs/mod/banners")]);
    world.playset("other.json", "Other", &[("Knights", "docs/mod/knights")]);
    world.configure("playset = \"p.json\"\nplaysets = [\"other.json\"]");
    world.write("docs/mod/knights/a.md", "before");
    let mut server = world.connect();
    let selected = server.call("ck3_session", json!({ "command": "playset", "playset": "Other" }));
    assert_eq!(selected["code"], Code::PlaysetSelected.as_str());
    let contract = json!({ "intent": "test", "scope": "mod:Knights", "operations": ["write"] });
    assert_eq!(server.call("ck3_contract", json!({ "command": "open", "contract": contract }))["status"], "success");
    let mut write = |content: &str| {
        let written =
            server.call("ck3_file", json!({ "command": "write", "path": "mod:Knights/a.md", "content": content }));
        assert_eq!(written["code"], Code::FileWritten.as_str());
        written["meta"]["trace_id"].as_str().unwrap().to_owned()
    };
    let (first, second) = (write("first"), write("second"));
    let config = world.path("ck3raven.toml").display().to_string();
    let undo = |trace_id: &str| world.home.run(&["--config", &config, "undo", "--yes", trace_id]);
    let undone = undo(&second);
    assert!(undone.status.success(), "{}", String::from_utf8_lossy(&undone.stderr));
    // Now no playset has the mod.
    world.configure("playset = \"p.json\"");
    let undone = undo(&first);
    assert!(undone.status.success(), "{}", String::from_utf8_lossy(&undone.stderr));
    assert_eq!(std::fs::read_to_string(world.path("docs/mod/knights/a.md")).unwrap(), "before");
}

#[test]
fn l100_a_thousand_mods_are_listed_in_pages() {
    let world = Installation::new();
    let paths: Vec<(String, String)> =
        (0..1_000).map(|number| (format!("Mod {number:03}"), format!("many/{number}"))).collect();
    for (_, path) in &paths {
        std::fs::create_dir_all(world.path(path)).unwrap();
    }
    let mods: Vec<(&str, &str)> = paths.iter().map(|(name, path)| (name.as_str(), path.as_str())).collect();
    world.playset("p.json", "Many", &mods);
    world.configure("playset = \"p.json\"");
    let mut server = world.connect();
    let first = status(&mut server);
    assert_eq!(
        (names(&first["mods"]).len(), &first["mods_total"], &first["truncated"]),
        (200, &json!(1_000), &json!(true))
    );
    assert!(first.to_string().len() < 40_000, "{}", first.to_string().len());
    let mut seen: Vec<String> = Vec::new();
    let mut arguments = json!({ "limit": 333 });
    loop {
        let page = server.call("ck3_session", arguments.clone())["data"].clone();
        seen.extend(names(&page["mods"]).into_iter().map(str::to_owned));
        if page["truncated"] == false {
            break;
        }
        arguments["after"] = page["after"].clone();
    }
    assert!(seen.iter().eq(paths.iter().map(|(name, _)| name)), "each once, in load order");
}
