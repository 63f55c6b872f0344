//! Both eras of the protocol, from one server.

use replies::Code;
use serde_json::{Value, json};

use crate::server::Home;
use crate::stable::stable;

fn a_call() -> Value {
    json!({ "command": "list", "path": "root:game" })
}

#[test]
fn l52_both_eras_get_the_same_envelope() {
    let home = Home::new();
    let mut older = home.connect();
    let mut newer = home.serve(&[]);
    newer.stateless();
    assert_eq!(stable(older.call("ck3_dir", a_call())), stable(newer.call("ck3_dir", a_call())));
}

#[test]
fn the_newer_era_discovers_without_a_handshake() {
    let home = Home::new();
    let mut server = home.serve(&[]);
    server.stateless();
    let answer = server.request("server/discover", json!({}));
    insta::assert_json_snapshot!("discover", stable(answer["result"].clone()));
}

#[test]
fn every_older_version_is_spoken() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let home = Home::new();
        let mut server = home.serve(&[]);
        let hello =
            json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "x", "version": "1" } });
        let answer = server.request("initialize", hello);
        assert_eq!(answer["result"]["protocolVersion"], version);
        server.learn_schemas();
        assert_eq!(server.call("ck3_dir", json!({}))["code"], Code::Home.as_str());
    }
}

#[test]
fn l20_arguments_that_are_not_an_object_are_a_reply_in_both_eras() {
    let home = Home::new();
    let (mut older, mut newer) = (home.connect(), home.serve(&[]));
    newer.stateless();
    for server in [&mut older, &mut newer] {
        for wrong in [json!("list"), json!([1]), json!(7)] {
            let answer = server.request("tools/call", json!({ "name": "ck3_dir", "arguments": wrong }));
            let envelope = server.envelope("ck3_dir", &answer["result"]);
            assert_eq!(envelope["code"], Code::BadArguments.as_str());
            assert_eq!(envelope["data"]["problems"][0]["field"], "arguments");
        }
    }
}
