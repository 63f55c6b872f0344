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
fn open_as_advised(server: &mut Server, denial: &Value) {
    let data = &denial["data"];
    let contract = json!({ "intent": "a new mod", "scope": data["scope"], "operations": [data["operation"], "write"] });
    let tool = data["tool"].as_str().unwrap().to_owned();
    let opened = server.call(&tool, json!({ "command": data["command"], "contract": contract }));
    assert!(is(&opened, Code::ContractOpened), "{opened}");
}

/// Runs the command that a reply names for the person.
fn run_as_advised(home: &Home, created: &Value) {
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
        open_as_advised(&mut server, &denied);
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
        run_as_advised(&home, &created);
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
    open_as_advised(&mut server, &denied);
    let created = create(&mut server);
    run_as_advised(&home, &created);
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
    open_as_advised(&mut server, &denied);
    let created = create(&mut server);
    std::fs::create_dir(home.path("dotfiles")).unwrap();
    std::fs::rename(home.path("ck3raven.toml"), home.path("dotfiles/ck3raven.toml")).unwrap();
    std::os::unix::fs::symlink("dotfiles/ck3raven.toml", home.path("ck3raven.toml")).unwrap();
    run_as_advised(&home, &created);
    assert!(std::fs::symlink_metadata(home.path("ck3raven.toml")).unwrap().is_symlink());
    assert!(std::fs::read_to_string(home.path("dotfiles/ck3raven.toml")).unwrap().contains("Brave New"));
}

#[test]
fn the_preview_of_undoing_a_creation_says_which_files_go_and_which_stay() {
    let (home, mut server) = installation("");
    let denied = create(&mut server);
    open_as_advised(&mut server, &denied);
    let created = create(&mut server);
    run_as_advised(&home, &created);
    let trace_id = created["meta"]["trace_id"].as_str().unwrap();
    let undo = |arguments: &[&str]| {
        let output = home.run(&[&["undo"], arguments].concat());
        (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let preview = |arguments: &[&str]| -> Value {
        let (is_done, told) = undo(&[arguments, &["--dry-run", "--json"]].concat());
        assert!(is_done, "{told}");
        let previews: Vec<Value> = serde_json::from_str(&told).unwrap();
        let is_of_creation = |preview: &&Value| preview["change"]["trace_id"] == trace_id;
        previews.iter().find(is_of_creation).unwrap().clone()
    };
    let both = json!(["brave_new.mod", "brave_new/descriptor.mod"]);
    let untouched = preview(&[trace_id]);
    assert_eq!(untouched["new_mod"], json!({ "removed": both, "stays": [], "stays_unnamed": 0 }));
    assert_eq!(untouched["is_changed_since"], false);

    let write = json!({ "command": "write", "path": "mod:Brave New/common/traits/a.txt", "content": "a = {}\n" });
    assert!(is(&server.call("ck3_file", write), Code::FileWritten));
    std::fs::create_dir(home.path("docs/mod/brave_new/gfx")).unwrap();
    let worked_in = preview(&[trace_id]);
    let stays = json!(["brave_new/common/traits/a.txt", "brave_new/gfx/"]);
    assert_eq!(worked_in["new_mod"], json!({ "removed": both, "stays": stays, "stays_unnamed": 0 }));
    assert_eq!(worked_in["is_changed_since"], true);
    let (_, told) = undo(&[trace_id, "--dry-run"]);
    let (goes, stays) = told.split_once("stays, because it is later work:").unwrap_or_else(|| panic!("{told}"));
    assert!(goes.contains("\"brave_new.mod\"") && goes.contains("\"brave_new/descriptor.mod\""), "{told}");
    assert!(stays.contains("\"brave_new/common/traits/a.txt\"") && stays.contains("nothing is removed"), "{told}");
    for more in [&[][..], &["--force"]] {
        let (is_done, told) = undo(&[&[trace_id, "--yes"], more].concat());
        assert!(!is_done && told.contains("move away") && !told.contains("--force"), "{told}");
    }

    // What is undone before it does not stay.
    std::fs::remove_dir(home.path("docs/mod/brave_new/gfx")).unwrap();
    let contract = server.call("ck3_contract", json!({}))["data"]["contracts"][0]["contract"].clone();
    let whole = preview(&["--contract", contract.as_str().unwrap()]);
    assert_eq!((&whole["new_mod"]["stays"], &whole["is_changed_since"]), (&json!([]), &json!(false)), "{whole}");

    // An undo that was killed in between is offered again.
    let (launcher_file, work) = (home.path("docs/mod/brave_new.mod"), home.path("docs/mod/brave_new/common"));
    let [aside, work_aside] = ["aside", "work_aside"].map(|name| home.path(name));
    for (from, to) in [(&launcher_file, &aside), (&work, &work_aside)] {
        std::fs::rename(from, to).unwrap();
    }
    let killed = preview(&[trace_id]);
    assert_eq!((&killed["new_mod"]["removed"], &killed["is_changed_since"]), (&json!([both[1]]), &json!(false)));
    for (from, to) in [(&launcher_file, &aside), (&work, &work_aside)] {
        std::fs::rename(to, from).unwrap();
    }

    std::fs::write(home.path("docs/mod/brave_new/descriptor.mod"), "name=\"Another\"\n").unwrap();
    let changed = preview(&[trace_id])["new_mod"].clone();
    assert_eq!(changed["removed"], json!(["brave_new.mod"]), "each file by itself: {changed}");
    assert_eq!(changed["stays"], json!(["brave_new/common/traits/a.txt", "brave_new/descriptor.mod"]), "{changed}");
}
