//! `ck3raven undo`: what was there comes back, as it was, and nothing that came after is touched.

use replies::Code;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::server::{Home, Server, text};

const FILE: &str = "root:ck3raven_data/wip/a.txt";
const MOVED: &str = "root:ck3raven_data/wip/b.txt";

/// A home with a world of its own beside the sample, and a server on it.
fn with_a_world() -> (Home, String, Server) {
    let home = Home::new();
    for folder in ["own/wip", "own/game"] {
        std::fs::create_dir_all(home.path(folder)).unwrap();
    }
    let config = home.path("own.toml");
    std::fs::write(&config, "mode = \"ck3lens\"\n[roots]\nck3raven_data = \"own\"\n").unwrap();
    let config = config.display().to_string();
    let server = home.serve(&["--config", &config]).introduced();
    (home, config, server)
}

fn own(home: &Home, name: &str) -> PathBuf {
    home.path(&format!("own/wip/{name}"))
}

/// Makes a change, with a person's approval where it takes one; returns its trace id.
fn change(home: &Home, server: &mut Server, call: Value) -> String {
    let answer = server.call("ck3_file", call.clone());
    // A person approves at a terminal, and the tests have one where there are pseudo-terminals.
    #[cfg(unix)]
    let answer = if answer["code"] == Code::TokenRequired.as_str() {
        home.approve(answer["data"]["request"].as_str().unwrap());
        server.call("ck3_file", call)
    } else {
        answer
    };
    assert_eq!(answer["status"], "success", "{answer}");
    answer["meta"]["trace_id"].as_str().unwrap().to_owned()
}

fn undo(home: &Home, arguments: &[&str]) -> Result<(), String> {
    let output = home.run(&[&["undo"], arguments].concat());
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn write(content: &str) -> Value {
    json!({ "command": "write", "path": FILE, "content": content })
}

#[test]
fn an_undo_with_another_configuration_changes_nothing_and_marks_nothing() {
    let (home, config, mut server) = with_a_world();
    std::fs::write(own(&home, "a.txt"), "old").unwrap();
    let written = change(&home, &mut server, write("new"));
    // The same address, in the sample world: it even holds what the change left in the other one.
    assert!(home.run(&["call", "ck3_dir"]).status.success());
    let sample = home.path("sample/ck3raven_data/wip/a.txt");
    std::fs::write(&sample, "new").unwrap();
    let told = undo(&home, &[&written]).unwrap_err();
    assert!(told.contains("--config"), "{told}");
    assert_eq!((text(&sample).as_deref(), text(&own(&home, "a.txt")).as_deref()), (Some("new"), Some("new")));
    let listed = String::from_utf8(home.run(&["undo", "--list"]).stdout).unwrap();
    assert!(listed.contains(&written) && !listed.contains("(undone)"), "{listed}");

    assert_eq!(undo(&home, &[&written, "--config", &config]), Ok(()));
    assert_eq!((text(&sample).as_deref(), text(&own(&home, "a.txt")).as_deref()), (Some("new"), Some("old")));
    let listed = String::from_utf8(home.run(&["undo", "--list"]).stdout).unwrap();
    assert!(listed.contains("(undone)"), "{listed}");
}

#[test]
fn an_undo_in_a_world_without_the_root_says_that_it_is_another_world() {
    let (home, _, mut server) = with_a_world();
    let written = change(&home, &mut server, write("new"));
    std::fs::write(home.path("less.toml"), "mode = \"ck3lens\"\n[roots]\ngame = \"own/game\"\n").unwrap();
    let less = home.path("less.toml").display().to_string();
    let told = undo(&home, &[&written, "--config", &less]).unwrap_err();
    assert!(told.contains("another world") && told.contains("--config"), "{told}");
    assert!(own(&home, "a.txt").exists());
}

#[cfg(unix)]
#[test]
fn what_was_deleted_comes_back_with_its_mode_and_its_time() {
    use std::os::unix::fs::PermissionsExt as _;
    let (home, config, mut server) = with_a_world();
    let file = own(&home, "a.txt");
    for mode in [0o600, 0o755, 0o444] {
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let before = std::fs::metadata(&file).unwrap();
        let deleted = change(&home, &mut server, json!({ "command": "delete", "path": FILE }));
        assert!(!file.exists());
        assert_eq!(undo(&home, &[&deleted, "--config", &config]), Ok(()));
        let after = std::fs::metadata(&file).unwrap();
        assert_eq!(after.permissions().mode() & 0o7777, mode);
        assert_eq!(after.modified().unwrap(), before.modified().unwrap());
        assert_eq!(text(&file).as_deref(), Some("old"));
        std::fs::remove_file(&file).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_undo_touches_nothing_that_came_after() {
    let (home, config, mut server) = with_a_world();
    let (file, moved) = (own(&home, "a.txt"), own(&home, "b.txt"));
    let rename = json!({ "command": "rename", "path": FILE, "to": MOVED });
    let refuse = |trace_id: &str| {
        let told = undo(&home, &[trace_id, "--config", &config]).unwrap_err();
        assert!(told.contains("nothing was changed"), "{told}");
    };

    // A file that was renamed, and another one of that name since: with other content, and with the same.
    std::fs::write(&file, "old").unwrap();
    let renamed = change(&home, &mut server, rename.clone());
    for later in ["later", "old"] {
        std::fs::rename(&moved, own(&home, "c.txt")).unwrap();
        std::fs::write(&moved, later).unwrap();
        refuse(&renamed);
        assert_eq!((text(&moved).as_deref(), file.exists()), (Some(later), false));
        std::fs::rename(own(&home, "c.txt"), &moved).unwrap();
    }
    // The same file, written since.
    std::fs::write(&moved, "written since").unwrap();
    refuse(&renamed);
    // And the old name, taken since.
    std::fs::write(&moved, "old").unwrap();
    std::fs::write(&file, "taken").unwrap();
    refuse(&renamed);
    assert_eq!((text(&moved).as_deref(), text(&file).as_deref()), (Some("old"), Some("taken")));
    std::fs::remove_file(&file).unwrap();
    assert_eq!(undo(&home, &[&renamed, "--config", &config]), Ok(()));
    assert_eq!((text(&file).as_deref(), moved.exists()), (Some("old"), false));

    // A write, a creation and a deletion, each with later work at their place.
    let written = change(&home, &mut server, write("new"));
    std::fs::write(&file, "later").unwrap();
    refuse(&written);
    let created = change(&home, &mut server, json!({ "command": "write", "path": MOVED, "content": "new" }));
    std::fs::write(&moved, "later").unwrap();
    refuse(&created);
    let deleted = change(&home, &mut server, json!({ "command": "delete", "path": FILE }));
    std::fs::write(&file, "later still").unwrap();
    refuse(&deleted);
    assert_eq!((text(&file).as_deref(), text(&moved).as_deref()), (Some("later still"), Some("later")));
}

#[test]
fn a_change_that_does_not_know_its_world_is_not_undone() {
    let (home, config, mut server) = with_a_world();
    let written = change(&home, &mut server, write("new"));
    let record = home.path(&format!("state/undo/free/{written}/change.json"));
    let mut kept: Value = serde_json::from_str(&text(&record).unwrap()).unwrap();
    kept.as_object_mut().unwrap().remove("location");
    // As an earlier version kept it.
    let earlier = home.path(&format!("state/undo/{written}"));
    std::fs::rename(record.parent().unwrap(), &earlier).unwrap();
    std::fs::write(earlier.join("change.json"), kept.to_string()).unwrap();
    let told = undo(&home, &[&written, "--config", &config]).unwrap_err();
    assert!(told.contains("does not say in which world"), "{told}");
    assert_eq!(text(&own(&home, "a.txt")).as_deref(), Some("new"));
}
