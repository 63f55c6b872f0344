//! The deep validator, run by the real server: limited in time and memory, and gone with it (L95).

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use replies::Code;
use serde_json::{Value, json};

use crate::server::{Home, Server};

/// A server whose validator is a script.
fn server(script: &str, limits: &str) -> (Home, Server) {
    let home = Home::new();
    for file in ["install/game/events/a.txt", "docs/mod/mine/events/a.txt", "data/wip/a.txt"] {
        std::fs::create_dir_all(home.path(file).parent().unwrap()).unwrap();
        std::fs::write(home.path(file), "x").unwrap();
    }
    let program = home.path("tiger");
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(home.path("own.toml"), config("tiger", limits)).unwrap();
    let server = home.serve(&["--config", &home.path("own.toml").display().to_string()]).introduced();
    (home, server)
}

fn config(program: &str, limits: &str) -> String {
    format!(
        "mode = \"ck3lens\"\nlocal_mods_folder = \"docs/mod\"\n[tiger]\npath = \"{program}\"\n{limits}\n[roots]\n\
         game = \"install/game\"\nuser_docs = \"docs\"\nck3raven_data = \"data\"\n[[mods]]\nname = \"Mine\"\npath = \"docs/mod/mine\"\n"
    )
}

fn check(server: &mut Server) -> Value {
    server.call("ck3_check", json!({ "path": "mod:Mine", "deep": true }))
}

#[test]
fn l95_the_validators_words_reach_a_client_without_host_paths() {
    let script = r#"mod=$(sed -n 's/^path = "\(.*\)"$/\1/p' "$7")
printf '[{"severity":"warning","confidence":"weak","key":"k","message":"in %s/events/a.txt","info":null,"wiki":null,"locations":[{"path":"events/a.txt","from":"MOD","stage":null,"fullpath":"%s/events/a.txt","linenr":1,"column":1,"length":1,"line":"x","tag":null}]}]' "$mod" "$mod""#;
    let (_home, mut server) = server(script, "");
    let answer = check(&mut server);
    assert_eq!(answer["code"], Code::ModValidated.as_str(), "{answer}");
    let finding = &answer["data"]["files"][0]["findings"][0];
    assert_eq!(finding["problem"], "in mod:Mine/events/a.txt");
    assert_eq!(finding["places"][0]["target"], "mod:Mine/events/a.txt");
}

#[cfg(target_os = "linux")]
#[test]
fn l95_memory_and_time_are_limited_and_a_person_finds_the_cause() {
    let limit = "ulimit -v >&2; ulimit -c >&2; [ \"$(ulimit -v)\" = 65536 ] && echo memory allocation of 1 bytes failed >&2; exit 1";
    let (home, mut server) = server(limit, "memory_megabytes = 64\ntimeout_seconds = 30");
    let answer = check(&mut server);
    assert_eq!(
        (&answer["code"], &answer["data"]["reason"]),
        (&json!(Code::ValidatorFailed.as_str()), &json!("memory"))
    );
    let told = home.run(&["trace", answer["meta"]["trace_id"].as_str().unwrap()]);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("65536") && told.contains("memory allocation"), "{told}");
    drop(server);
    let (_home, mut server) = self::server("sleep 600", "timeout_seconds = 1");
    let started = Instant::now();
    let answer = check(&mut server);
    assert_eq!(answer["data"]["reason"], "timeout", "{answer}");
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[cfg(target_os = "linux")]
#[test]
fn l95_a_server_that_is_killed_takes_its_validator_with_it() {
    let (home, mut server) = server("echo $$ > \"$HOME/../../../pid\"; exec sleep 600", "");
    server.begin("tools/call", json!({ "name": "ck3_check", "arguments": { "path": "mod:Mine", "deep": true } }));
    let pid = loop {
        match std::fs::read_to_string(home.path("pid")) {
            Ok(pid) if pid.ends_with('\n') => break pid.trim().to_owned(),
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    server.child.kill().unwrap();
    let is_gone = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        std::fs::read_to_string(format!("/proc/{pid}/stat")).map_or(true, |stat| stat.contains(") Z "))
    });
    assert!(is_gone, "{pid}");
}

#[test]
fn l104_a_validator_that_an_agent_could_change_is_not_run() {
    let home = Home::new();
    for file in ["install/game/a.txt", "docs/mod/mine/tiger", "data/wip/tiger"] {
        std::fs::create_dir_all(home.path(file).parent().unwrap()).unwrap();
        std::fs::write(home.path(file), "x").unwrap();
    }
    std::os::unix::fs::symlink(home.path("data/wip/tiger"), home.path("link")).unwrap();
    for program in ["docs/mod/mine/tiger", "data/wip/tiger", "link"] {
        std::fs::write(home.path("own.toml"), config(program, "")).unwrap();
        let output = home.run(&["doctor", "--config", &home.path("own.toml").display().to_string()]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && told.contains("where agents may write"), "{program}: {told}");
    }
}
