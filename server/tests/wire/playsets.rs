//! The playset changes under a running server, and the very next call sees it (L52); nothing is widened by it (L104).

use std::path::PathBuf;

use replies::Code;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::server::{Home, Server};

/// A modder's installation: the game and the workshop in a second library, the documents elsewhere.
pub(crate) struct Installation {
    pub(crate) home: Home,
}

impl Installation {
    pub(crate) fn new() -> Self {
        let home = Home::new();
        for folder in ["library/game/common", "docs/mod/knights", "docs/mod/banners", "data/wip", "elsewhere/secret"] {
            std::fs::create_dir_all(home.path(folder)).unwrap();
        }
        for number in 1..=3 {
            std::fs::create_dir_all(home.path(&format!("library/workshop/{number}/common"))).unwrap();
        }
        Self { home }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path(name)
    }

    pub(crate) fn write(&self, name: &str, content: &str) {
        std::fs::write(self.path(name), content).unwrap();
    }

    /// The configuration, with these lines at its top.
    pub(crate) fn configure(&self, lines: &str) {
        let text = format!(
            "mode = \"ck3lens\"\nlocal_mods_folder = \"docs/mod\"\n{lines}\n[roots]\ngame = \"library/game\"\n\
             steam = \"library/workshop\"\nuser_docs = \"docs\"\nck3raven_data = \"data\"\n"
        );
        self.write("ck3raven.toml", &text);
    }

    /// A playset file of ck3raven.
    pub(crate) fn playset(&self, file: &str, name: &str, mods: &[(&str, &str)]) {
        let mods: Vec<Value> = mods.iter().map(|(name, path)| json!({ "name": name, "path": path })).collect();
        self.write(file, &json!({ "name": name, "mods": mods }).to_string());
    }

    /// The launcher's database with two playsets, the first one active.
    pub(crate) fn launcher(&self) -> Connection {
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

    pub(crate) fn connect(&self) -> Server {
        self.home.connect()
    }
}

pub(crate) fn status(server: &mut Server) -> Value {
    server.call("ck3_session", json!({}))["data"].clone()
}

pub(crate) fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}

pub(crate) fn lists(server: &mut Server, path: &str) -> bool {
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
fn without_a_database_what_the_game_loaded_last_is_read_and_a_difference_is_reported() {
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
fn a_folder_in_place_of_a_playset_file_is_reported_and_what_was_read_before_stays() {
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
