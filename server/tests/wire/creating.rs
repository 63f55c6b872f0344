//! A new mod, from the agent's wish to the first file in it: create, enable, write; and back again.

use replies::Code;
use serde_json::{Value, json};

use crate::server::{Home, Server};

/// A modder's installation whose configuration lists its mods itself.
fn installation(playset: &str) -> (Home, Server) {
    let home = Home::new();
    for folder in ["game/common", "docs/mod/knights", "data/wip"] {
        std::fs::create_dir_all(home.path(folder)).unwrap();
    }
    std::fs::write(home.path("p.json"), json!({ "name": "Mine", "mods": [] }).to_string()).unwrap();
    let config = format!(
        "mode = \"ck3lens\"\nlocal_mods_folder = \"docs/mod\"\n{playset}\n[roots]\ngame = \"game\"\nuser_docs = \"docs\"\n\
         ck3raven_data = \"data\"\n"
    );
    std::fs::write(home.path("ck3raven.toml"), config).unwrap();
    let server = home.connect();
    (home, server)
}

fn create(server: &mut Server) -> Value {
    server.call(
        "ck3_mod",
        json!({ "command": "create", "name": "Brave New", "supported_version": "1.12.*", "tags": ["Events"] }),
    )
}

fn is(answer: &Value, code: Code) -> bool {
    answer["code"] == code.as_str()
}

/// Does what a denial says: opens the contract that it names.
fn open_as_told(server: &mut Server, denial: &Value) {
    let data = &denial["data"];
    let contract = json!({ "intent": "a new mod", "scope": data["scope"], "operations": [data["operation"], "write"] });
    let tool = data["tool"].as_str().unwrap().to_owned();
    let opened = server.call(&tool, json!({ "command": data["command"], "contract": contract }));
    assert!(is(&opened, Code::ContractOpened), "{opened}");
}

/// Runs the command that a reply names for the person.
fn run_as_told(home: &Home, created: &Value) {
    let command = created["data"]["person_runs"].as_str().unwrap();
    let name = command.strip_prefix("ck3raven enable \"").and_then(|rest| rest.strip_suffix('"')).unwrap();
    let output = home.run(&["enable", name]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_agent_creates_a_mod_a_person_enables_it_and_the_next_call_writes_in_it() {
    for playset in ["[[mods]]\nname = \"Knights\"\npath = \"docs/mod/knights\"", "playset = \"p.json\""] {
        let (home, mut server) = installation(playset);
        let denied = create(&mut server);
        assert!(is(&denied, Code::ContractRequired), "{denied}");
        open_as_told(&mut server, &denied);
        let created = create(&mut server);
        assert!(is(&created, Code::ModCreated), "{created}");
        let address = created["data"]["target"].as_str().unwrap().to_owned();
        assert_eq!(address, "mod:Brave New");
        let text = |name: &str| std::fs::read_to_string(home.path(name)).unwrap();
        let descriptor = "version=\"1.0\"\ntags={\n\t\"Events\"\n}\nname=\"Brave New\"\nsupported_version=\"1.12.*\"\n";
        assert_eq!(text("docs/mod/brave_new/descriptor.mod"), descriptor, "no mark, line feeds");
        assert_eq!(text("docs/mod/brave_new.mod"), format!("{descriptor}path=\"mod/brave_new\"\n"));

        let write =
            json!({ "command": "write", "path": format!("{address}/common/traits/a.txt"), "content": "a = {}\n" });
        let early = server.call("ck3_file", write.clone());
        assert!(is(&early, Code::PathNotFound), "it adds nothing to the playset by itself: {early}");
        run_as_told(&home, &created);
        let written = server.call("ck3_file", write);
        assert!(is(&written, Code::FileWritten), "the next call sees it, under the same contract: {written}");
        assert!(text("docs/mod/brave_new/common/traits/a.txt").starts_with('\u{feff}'), "with the mark the game wants");

        let trace = |answer: &Value| answer["meta"]["trace_id"].as_str().unwrap().to_owned();
        assert!(!home.run(&["undo", &trace(&created)]).status.success(), "a file was written in it since");
        assert!(home.run(&["undo", &trace(&written)]).status.success());
        assert!(home.run(&["undo", &trace(&created)]).status.success());
        assert!(!home.path("docs/mod/brave_new").exists() && !home.path("docs/mod/brave_new.mod").exists());
        assert!(home.path("docs/mod/knights").exists());
    }
}

#[test]
fn enabling_twice_or_what_is_not_there_changes_nothing() {
    let (home, mut server) = installation("");
    let denied = create(&mut server);
    open_as_told(&mut server, &denied);
    let created = create(&mut server);
    run_as_told(&home, &created);
    let config = || std::fs::read_to_string(home.path("ck3raven.toml")).unwrap();
    let before = config();
    for name in ["Brave New", "No Such", "../knights"] {
        assert!(!home.run(&["enable", name]).status.success(), "{name}");
    }
    assert_eq!(config(), before);
}

#[test]
fn l102_of_mods_enabled_at_once_none_is_lost_and_what_lies_beside_the_configuration_stays() {
    for playset in ["", "playset = \"p.json\""] {
        let (home, _server) = installation(playset);
        let names: Vec<String> = (0..6).map(|number| format!("M{number}")).collect();
        for name in &names {
            std::fs::create_dir_all(home.path(&format!("docs/mod/{name}"))).unwrap();
            let launcher_file = format!("name=\"{name}\"\npath=\"mod/{name}\"\n");
            std::fs::write(home.path(&format!("docs/mod/{name}.mod")), launcher_file).unwrap();
        }
        let changed = home.path(if playset.is_empty() { "ck3raven.toml" } else { "p.json" });
        let mut beside = changed.clone().into_os_string();
        beside.push(".new");
        std::fs::write(&beside, "the person's own").unwrap();
        let outputs: Vec<_> = std::thread::scope(|scope| {
            let started: Vec<_> = names.iter().map(|name| scope.spawn(|| home.run(&["enable", name]))).collect();
            started.into_iter().map(|run| run.join().unwrap()).collect()
        });
        for output in outputs {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let text = std::fs::read_to_string(&changed).unwrap();
        for name in &names {
            assert_eq!(text.matches(&format!("\"{name}\"")).count(), 1, "{name}: {text}");
        }
        assert_eq!(std::fs::read_to_string(&beside).unwrap(), "the person's own");
    }
}

#[cfg(unix)]
#[test]
fn a_configuration_that_is_a_link_stays_one_when_a_mod_is_enabled() {
    let (home, mut server) = installation("");
    let denied = create(&mut server);
    open_as_told(&mut server, &denied);
    let created = create(&mut server);
    std::fs::create_dir(home.path("dotfiles")).unwrap();
    std::fs::rename(home.path("ck3raven.toml"), home.path("dotfiles/ck3raven.toml")).unwrap();
    std::os::unix::fs::symlink("dotfiles/ck3raven.toml", home.path("ck3raven.toml")).unwrap();
    run_as_told(&home, &created);
    assert!(std::fs::symlink_metadata(home.path("ck3raven.toml")).unwrap().is_symlink());
    assert!(std::fs::read_to_string(home.path("dotfiles/ck3raven.toml")).unwrap().contains("Brave New"));
}
