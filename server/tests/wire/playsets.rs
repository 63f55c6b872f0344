//! The playset changes under a running server, and the very next call sees it (L52); nothing is widened by it (L104).

use std::path::PathBuf;

use replies::Code;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::http::Http;
use crate::server::{Home, Server};

/// A modder's installation: the game and the workshop in a second library, the documents elsewhere.
struct Installation {
    home: Home,
}

impl Installation {
    fn new() -> Self {
        let home = Home::new();
        for folder in ["library/game/common", "docs/mod/knights", "docs/mod/banners", "data/wip", "elsewhere/secret"] {
            std::fs::create_dir_all(home.path(folder)).unwrap();
        }
        for number in 1..=3 {
            std::fs::create_dir_all(home.path(&format!("library/workshop/{number}/common"))).unwrap();
        }
        Self { home }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path(name)
    }

    fn write(&self, name: &str, content: &str) {
        std::fs::write(self.path(name), content).unwrap();
    }

    /// The configuration, with these lines at its top.
    fn configure(&self, lines: &str) {
        let text = format!(
            "mode = \"ck3lens\"\nlocal_mods_folder = \"docs/mod\"\n{lines}\n[roots]\ngame = \"library/game\"\n\
             steam = \"library/workshop\"\nuser_docs = \"docs\"\nck3raven_data = \"data\"\n"
        );
        self.write("ck3raven.toml", &text);
    }

    /// A playset file of ck3raven.
    fn playset(&self, file: &str, name: &str, mods: &[(&str, &str)]) {
        let mods: Vec<Value> = mods.iter().map(|(name, path)| json!({ "name": name, "path": path })).collect();
        self.write(file, &json!({ "name": name, "mods": mods }).to_string());
    }

    /// The launcher's database with two playsets, the first one active.
    fn launcher(&self) -> Connection {
        let connection = Connection::open(self.path("docs/launcher-v2.sqlite")).unwrap();
        let workshop = |number: u8| self.path(&format!("library/workshop/{number}")).display().to_string();
        let statements = format!(
            "CREATE TABLE playsets (id TEXT, name TEXT, isActive INTEGER, isRemoved INTEGER, createdOn INTEGER);
             CREATE TABLE mods (id TEXT, displayName TEXT, dirPath TEXT, gameRegistryId TEXT, archivePath TEXT);
             CREATE TABLE playsets_mods (playsetId TEXT, modId TEXT, enabled INTEGER, position INTEGER);
             INSERT INTO playsets VALUES ('a', 'Campaign', 1, 0, 1), ('b', 'Testing', 0, 0, 2);
             INSERT INTO mods VALUES ('1', 'One', '{}', 'mod/ugc_1.mod', NULL), ('2', 'Two', '{}', 'mod/ugc_2.mod', NULL),
                ('k', 'Knights', '{}', 'mod/knights.mod', NULL), ('x', 'Elsewhere', '{}', 'mod/x.mod', NULL),
                ('z', 'Zipped', NULL, 'mod/z.mod', 'z.zip');
             INSERT INTO playsets_mods VALUES ('a', 'k', 1, 9), ('a', '1', 1, 10), ('a', '2', 0, 0), ('a', 'x', 1, 11),
                ('b', '2', 1, 0), ('b', 'z', 1, 1);",
            workshop(1),
            workshop(2),
            self.path("docs/mod/knights").display(),
            self.path("elsewhere/secret").display(),
        );
        connection.execute_batch(&statements).unwrap();
        connection
    }

    fn connect(&self) -> Server {
        self.home.connect()
    }
}

fn status(server: &mut Server) -> Value {
    server.call("ck3_session", json!({}))["data"].clone()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}

fn lists(server: &mut Server, path: &str) -> bool {
    let answer = server.call("ck3_dir", json!({ "command": "list", "path": path }));
    assert!(["success", "invalid"].contains(&answer["status"].as_str().unwrap()), "{answer}");
    answer["status"] == "success"
}

#[test]
fn l52_a_change_of_the_playset_file_is_seen_by_the_very_next_call() {
    let world = Installation::new();
    world.playset("p.json", "Mine", &[("Knights", "docs/mod/knights")]);
    world.configure("playset = \"p.json\"");
    let mut server = world.connect();
    assert!(lists(&mut server, "mod:Knights") && !lists(&mut server, "mod:Banners"));
    // Many times at once, faster than the clock of the disk ticks.
    for _ in 0..50 {
        world.playset("p.json", "Mine", &[("Banners", "docs/mod/banners")]);
        assert!(lists(&mut server, "mod:Banners") && !lists(&mut server, "mod:Knights"));
        world.playset("p.json", "Mine", &[("Knights", "docs/mod/knights")]);
        assert!(lists(&mut server, "mod:Knights") && !lists(&mut server, "mod:Banners"));
    }
    let told = status(&mut server);
    assert_eq!((&told["playset"], &told["playset_source"]), (&json!("Mine"), &json!("file")), "{told}");
    assert_eq!(told["mode"], "ck3lens", "a session keeps its mode");
}

#[test]
fn l52_mods_of_the_configuration_change_without_a_restart() {
    let world = Installation::new();
    world.configure("[[mods]]\nname = \"Knights\"\npath = \"docs/mod/knights\"\n");
    let mut server = world.connect();
    assert!(lists(&mut server, "mod:Knights"));
    world.configure("[[mods]]\nname = \"Banners\"\npath = \"docs/mod/banners\"\n");
    assert!(lists(&mut server, "mod:Banners") && !lists(&mut server, "mod:Knights"));
    assert_eq!(status(&mut server)["playset_source"], "configuration");
    world.playset("p.json", "Mine", &[("Knights", "docs/mod/knights")]);
    world.configure("playset = \"p.json\"");
    assert!(lists(&mut server, "mod:Knights") && !lists(&mut server, "mod:Banners"));
}

#[test]
fn l52_what_the_person_chooses_in_the_launcher_is_seen_by_the_very_next_call() {
    let world = Installation::new();
    let launcher = world.launcher();
    world.configure("playset = \"docs\"");
    let mut server = world.connect();
    let told = status(&mut server);
    assert_eq!((&told["playset"], &told["playset_source"]), (&json!("Campaign"), &json!("launcher_database")));
    assert_eq!(names(&told["mods"]), ["Knights", "One"], "enabled ones, in load order: {told}");
    assert_eq!(told["unused"], json!([{ "name": "Elsewhere", "reason": "outside_roots" }]), "{told}");
    launcher.execute_batch("UPDATE playsets SET isActive = (id = 'b')").unwrap();
    let told = status(&mut server);
    assert_eq!((&told["playset"], names(&told["mods"])), (&json!("Testing"), vec!["Two"]), "{told}");
    assert_eq!(told["unused"], json!([{ "name": "Zipped", "reason": "archive" }]), "{told}");
    // The launcher keeps its database open, with what is new in a log beside it.
    launcher.execute_batch("PRAGMA journal_mode = WAL; UPDATE playsets SET isActive = (id = 'a')").unwrap();
    assert_eq!(names(&status(&mut server)["mods"]), ["Knights", "One"]);
    let before: Vec<_> =
        std::fs::read_dir(world.path("docs")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    launcher.execute_batch("BEGIN EXCLUSIVE; UPDATE playsets SET name = 'Half'").unwrap();
    assert_eq!(status(&mut server)["playset"], "Campaign", "what is not committed is not seen");
    let after: Vec<_> =
        std::fs::read_dir(world.path("docs")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(before, after, "nothing is left beside it");
}

#[test]
fn without_a_database_what_the_game_loaded_last_is_read_and_a_difference_is_told() {
    let world = Installation::new();
    world.write("docs/mod/knights.mod", "name=\"Knights\"\npath=\"mod/knights\"\n");
    world.write("docs/mod/gone.mod", "name=\"Gone\"\npath=\"mod/gone\"\n");
    world.write("docs/dlc_load.json", r#"{"enabled_mods":["mod/knights.mod","mod/gone.mod","mod/ugc_9.mod"]}"#);
    world.configure("playset = \"docs/dlc_load.json\"");
    let mut server = world.connect();
    let told = status(&mut server);
    assert_eq!((&told["playset"], &told["playset_source"]), (&Value::Null, &json!("dlc_load")), "{told}");
    assert_eq!(told["mods"][1]["state"], "missing", "a mod that is named and not there says why: {told}");
    assert_eq!(told["unused"], json!([{ "name": "mod/ugc_9.mod", "reason": "no_descriptor" }]), "{told}");
    drop(world.launcher());
    let told = status(&mut server);
    assert_eq!(
        (&told["playset"], &told["playset_source"]),
        (&json!("Campaign"), &json!("launcher_database")),
        "{told}"
    );
    assert!(told["playset_notes"][0].as_str().unwrap().contains("last loaded other mods"), "{told}");
    let doctor = String::from_utf8(world.home.run(&["doctor"]).stdout).unwrap();
    for word in ["\"Campaign\"", "the launcher's database", "last loaded other mods", "\"Elsewhere\""] {
        assert!(doctor.contains(word), "{word} is missing in:\n{doctor}");
    }
}

#[test]
fn l52_what_is_broken_keeps_the_last_good_one_and_says_so() {
    let world = Installation::new();
    world.playset("p.json", "Mine", &[("Knights", "docs/mod/knights")]);
    world.configure("playset = \"p.json\"");
    let mut server = world.connect();
    let halves = ["", "{\"name\": \"Mi", "{}", "[]", "\u{0}\u{0}"];
    for half in halves {
        world.write("p.json", half);
        let told = status(&mut server);
        assert_eq!(names(&told["mods"]), ["Knights"], "{half:?}: {told}");
        assert!(told["playset_notes"][0].as_str().unwrap().contains("stays in force"), "{half:?}: {told}");
    }
    std::fs::remove_file(world.path("p.json")).unwrap();
    assert!(lists(&mut server, "mod:Knights"));
    world.playset("p.json", "Mine", &[("Banners", "docs/mod/banners")]);
    let told = status(&mut server);
    assert_eq!((names(&told["mods"]), &told["playset_notes"]), (vec!["Banners"], &json!([])), "{told}");
    world.write("ck3raven.toml", "mode = ");
    assert_eq!(names(&status(&mut server)["mods"]), ["Banners"]);
    let (_, ended, stderr) = server.end();
    assert!(ended.success());
    assert!(stderr.contains("the playset file is not JSON; what was read before stays in force"), "{stderr}");
    assert!(stderr.contains("ck3raven.toml has problems"), "{stderr}");
}

#[test]
fn l52_a_mod_that_is_unpacked_or_replaced_later_is_found() {
    let world = Installation::new();
    world.playset("p.json", "Mine", &[("Late", "docs/mod/late")]);
    world.configure("playset = \"p.json\"");
    let mut server = world.connect();
    assert_eq!(status(&mut server)["mods"][0]["state"], "missing");
    let mut wait_for = |path: &str| {
        let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
        while !lists(&mut server, path) {
            assert!(std::time::Instant::now() < until, "{path} was never found");
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    };
    std::fs::create_dir_all(world.path("docs/mod/late/common")).unwrap();
    wait_for("mod:Late/common");
    std::fs::rename(world.path("docs/mod/late"), world.path("docs/mod/old")).unwrap();
    std::fs::create_dir_all(world.path("docs/mod/late/events")).unwrap();
    wait_for("mod:Late/events");
}

#[cfg(unix)]
#[test]
fn l104_a_mod_whose_folder_became_a_link_is_not_followed_while_the_server_runs() {
    for has_file in [false, true] {
        let world = Installation::new();
        let mods = |names: &[&'static str]| {
            if has_file {
                let paths: Vec<String> = names.iter().map(|name| format!("docs/mod/{name}")).collect();
                let listed: Vec<_> = names.iter().copied().zip(paths.iter().map(String::as_str)).collect();
                world.playset("p.json", "Mine", &listed);
                return world.configure("playset = \"p.json\"");
            }
            let entries = names.iter().map(|name| format!("[[mods]]\nname = \"{name}\"\npath = \"docs/mod/{name}\"\n"));
            world.configure(&entries.collect::<String>());
        };
        mods(&["knights"]);
        let mut server = world.connect();
        assert!(lists(&mut server, "mod:knights"));
        std::fs::rename(world.path("docs/mod/knights"), world.path("old")).unwrap();
        std::os::unix::fs::symlink(world.path("elsewhere"), world.path("docs/mod/knights")).unwrap();
        // The next call opens every mod again.
        mods(&["knights", "banners"]);
        let told = status(&mut server);
        assert_eq!(names(&told["mods"]), ["knights", "banners"], "{told}");
        assert_eq!(
            (&told["mods"][0]["state"], &told["mods"][1]["state"]),
            (&json!("replaced"), &json!("ready")),
            "{told}"
        );
        assert!(!lists(&mut server, "mod:knights/secret") && !lists(&mut server, "mod:knights"));
    }
}

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
fn l49_a_playset_whose_name_reads_as_a_path_is_selected_by_the_name_that_is_told() {
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
fn a_folder_in_place_of_a_playset_file_is_told_and_what_was_read_before_stays() {
    let world = Installation::new();
    world.playset("p.json", "Mine", &[("Knights", "docs/mod/knights")]);
    world.playset("late.json", "Late", &[("Banners", "docs/mod/banners")]);
    world.configure("playset = \"p.json\"\nplaysets = [\"late.json\"]");
    let mut server = world.connect();
    for file in ["late.json", "p.json"] {
        std::fs::remove_file(world.path(file)).unwrap();
        std::fs::create_dir(world.path(file)).unwrap();
        let told = status(&mut server);
        assert_eq!((names(&told["mods"]), names(&told["playsets"])), (vec!["Knights"], vec!["Mine", "Late"]), "{told}");
        assert_ne!(told["playset_notes"], json!([]), "{told}");
    }
    let refused = server.call("ck3_session", json!({ "command": "playset", "playset": "p" }));
    assert_eq!(refused["code"], Code::PlaysetNotOffered.as_str());
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
fn l100_a_thousand_mods_are_told_in_pages() {
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
