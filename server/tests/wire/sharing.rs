//! Several servers with one store: one is killed while it builds the index, and none is ever wrong.

use replies::Code;
use serde_json::{Value, json};

use crate::server::{Home, Server};

/// What a server says of a key near the end, and of all conflicts.
fn answers(server: &mut Server) -> [Value; 2] {
    let calls = [json!({ "command": "object", "key": "effect_699" }), json!({ "command": "conflicts", "limit": 5 })];
    calls.map(|arguments| {
        let answer = server.call("ck3_lens", arguments);
        assert_ne!(answer["code"], Code::IndexBuilding.as_str());
        answer["data"].clone()
    })
}

#[cfg(unix)]
#[test]
fn a_server_that_is_killed_while_it_builds_leaves_the_others_nothing_wrong() {
    let home = Home::with_large_game(700);
    let plain = answers(&mut home.connect());
    assert_eq!(plain[0]["objects"][0]["in_force"], "root:game/common/scripted_effects/00699.txt");
    for delay in [0, 20, 80, 200] {
        let _ = std::fs::remove_dir_all(home.path("state/index"));
        let (mut victim, mut other) = (home.connect(), home.connect());
        let ask = json!({ "name": "ck3_lens", "arguments": { "command": "conflicts" } });
        victim.begin("tools/call", ask);
        std::thread::sleep(std::time::Duration::from_millis(delay));
        victim.signal("-KILL");
        assert_eq!(answers(&mut other), plain, "while another one was killed after {delay} ms");
        assert!(!victim.wait().success());
        // And what both left on disk.
        assert_eq!(answers(&mut home.connect()), plain, "after a kill at {delay} ms");
    }
}
