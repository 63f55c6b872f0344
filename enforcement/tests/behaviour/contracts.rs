//! The life of a contract (L67).

use enforcement::UndoRecorder as _;
use replies::Code;
use reply_kit::AnyCode;
use std::time::Duration;

use serde_json::{Value, json};
use world_adapter::Mode;

use crate::support::*;

#[test]
fn l67_a_contract_opens_covers_and_closes_with_a_report() {
    let world = World::new(Mode::Ck3lens);
    let opened = world.open_for("mod:A");
    assert_eq!(opened.code, Code::ContractOpened);
    assert_eq!(opened.data["state"], "open");
    assert_eq!(opened.data["expires_in_seconds"], 3600);
    assert_eq!(world.write("mod:A/common/new.txt", "x").code, WRITTEN);
    assert_eq!(world.open_for("mod:AB").code, Code::ContractAlreadyOpen, "one at a time");
    let closed = world.close();
    assert_eq!(closed.code, Code::ContractClosed);
    assert_eq!(closed.data["done"][0]["target"], "mod:A/common/new.txt");
    assert_eq!(closed.data["done"][0]["operation"], "write");
    assert_eq!(world.close().code, Code::ContractUnknown);
    assert_eq!(world.write("mod:A/common/new.txt", "y").code, CONTRACT_REQUIRED);
}

#[test]
fn l67_an_operation_that_is_named_twice_is_listed_once() {
    let world = World::new(Mode::Ck3lens);
    let operations = ["write", "delete", "write", "delete"];
    let opened =
        world.open(&json!({ "intent": "x", "scope": "mod:A", "operations": operations, "targets": ["mod:A"] }));
    assert_eq!((opened.code, &opened.data["operations"]), (Code::ContractOpened, &json!(["write", "delete"])));
}

#[test]
fn l67_every_wrong_field_is_named_at_once() {
    let world = World::new(Mode::Ck3lens);
    let answer = world.open(&json!({
        "intent": " ", "scope": "mod:A/common", "operations": ["write", "copy"], "targets": ["mod:A/./x", "root:game", 7],
        "expires_in_minutes": 0, "force": true,
    }));
    assert_eq!(answer.code, Code::ContractInvalid);
    let fields: Vec<&str> =
        answer.data["problems"].as_array().unwrap().iter().map(|p| p["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["force", "intent", "scope", "operations[1]", "targets[0]", "targets[2]", "expires_in_minutes"]);
}

#[test]
fn l67_an_empty_request_says_what_a_contract_needs() {
    let world = World::new(Mode::Ck3lens);
    let answer = world.open(&json!({}));
    let fields: Vec<&str> =
        answer.data["problems"].as_array().unwrap().iter().map(|p| p["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["intent", "scope", "operations"]);
}

#[test]
fn l67_a_target_lies_within_the_one_scope() {
    let world = World::new(Mode::Ck3lens);
    let answer = world.open(&json!({ "intent": "x", "scope": "mod:A", "operations": ["write"], "targets": ["mod:A/common", "mod:AB/common"] }));
    assert_eq!(answer.data["problems"][0]["field"], "targets[1]");
    assert_eq!(answer.data["problems"][0]["problem"], "lies outside the scope");
}

#[test]
fn l67_a_place_that_cannot_be_seen_cannot_be_contracted_for() {
    let world = World::new(Mode::Ck3lens);
    for scope in ["root:repo", "root:nowhere", "mod:Nobody", "C:\\Users", "/etc"] {
        let answer = world.open(&json!({ "intent": "x", "scope": scope, "operations": ["write"] }));
        assert_eq!(answer.code, Code::ContractInvalid, "{scope}");
    }
}

#[test]
fn l67_an_expired_contract_covers_nothing_and_makes_room() {
    let world = World::new(Mode::Ck3lens);
    world.open(&json!({ "intent": "x", "scope": "mod:A", "operations": ["write"], "expires_in_minutes": 1 }));
    world.clock.advance(Duration::from_secs(59));
    assert_eq!(world.write("mod:A/a.txt", "x").code, WRITTEN);
    let state = || {
        let list = world.wrapper.call::<AnyCode, _>("test", |rb| Ok(world.contracts.list(rb, world.session)));
        Answer::of(&list).data["contracts"][0]["state"].clone()
    };
    assert_eq!(state(), "open");
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(state(), "expired", "at the very moment");
    assert_eq!(world.write("mod:A/a.txt", "y").code, CONTRACT_REQUIRED);
    assert_eq!(world.open_for("mod:A").code, Code::ContractOpened);
}

#[test]
fn l67_a_contract_covers_only_its_operations_and_targets() {
    let world = World::new(Mode::Ck3lens);
    world.open(&json!({ "intent": "x", "scope": "mod:A", "operations": ["write"], "targets": ["mod:A/common"] }));
    assert_eq!(world.write("mod:A/common/x.txt", "x").code, WRITTEN);
    assert_eq!(world.write("mod:A/commons/x.txt", "x").code, OUTSIDE, "compared by components");
    assert_eq!(world.write("mod:A/a.txt", "x").code, OUTSIDE);
    assert_eq!(world.delete("mod:A/common/x.txt").code, OUTSIDE);
}

#[test]
fn l67_a_contract_is_closed_by_its_own_id_and_its_own_intent_is_shown() {
    let world = World::new(Mode::Ck3lens);
    let open = |intent: &str| {
        let opened = world.open(&json!({ "intent": intent, "scope": "mod:A", "operations": ["delete"] }));
        opened.data["contract"].as_str().unwrap().to_owned()
    };
    let close = |id: &str| {
        let closed = world.wrapper.call::<AnyCode, _>("test", |rb| world.contracts.close(rb, world.session, Some(id)));
        Answer::of(&closed).code
    };
    let first = open("The first.");
    assert_eq!(close("00000000-0000-4000-8000-000000000000"), Code::ContractUnknown);
    assert_eq!(close(&first), Code::ContractClosed);
    open("The second.");
    world.delete("mod:A/a.txt");
    let waiting = world.queue.pending().unwrap();
    assert_eq!(waiting.iter().map(|found| found.intent.as_deref()).collect::<Vec<_>>(), [Some("The second.")]);
}

#[test]
fn l106_a_recorder_that_keeps_nothing_marks_nothing() {
    let world = World::new(Mode::Ck3lens);
    assert!(world.recorder.mark_undone("x").is_err() && world.recorder.mark_made("x").is_err());
}

#[test]
fn l67_validating_opens_nothing() {
    let world = World::new(Mode::Ck3lens);
    let request = json!({ "intent": "x", "scope": "mod:A", "operations": ["write"] });
    let request = request.as_object().unwrap();
    let answer = Answer::of(
        &world.wrapper.call::<AnyCode, _>("test", |rb| world.contracts.validate(rb, world.session, request)),
    );
    assert_eq!((answer.code.as_str(), answer.data["state"].as_str()), (Code::ContractValid.as_str(), Some("proposed")));
    assert_eq!(world.write("mod:A/a.txt", "x").code, CONTRACT_REQUIRED);
}

#[test]
fn l67_contracts_are_listed_by_session_and_shown_by_id() {
    let world = World::new(Mode::Ck3lens);
    let opened = world.open_for("mod:A");
    let id = opened.data["contract"].as_str().unwrap().to_owned();
    let list =
        |session| Answer::of(&world.wrapper.call::<AnyCode, _>("test", |rb| Ok(world.contracts.list(rb, session))));
    assert_eq!(list(world.session).data["contracts"][0]["contract"], id.as_str());
    let other = world.other_session();
    assert_eq!(list(other).data["contracts"].as_array().unwrap().len(), 0);
    let status =
        |session| Answer::of(&world.wrapper.call::<AnyCode, _>("test", |rb| world.contracts.status(rb, session, &id)));
    assert_eq!(status(world.session).code, Code::ContractsListed);
    assert_eq!(status(other).code, Code::ContractUnknown, "a contract belongs to its session");
    assert_eq!(world.write_in(other, "mod:A/a.txt", "x").code, CONTRACT_REQUIRED);
}

#[test]
fn l100_the_changes_that_a_contract_lists_are_bounded_and_the_rest_is_counted() {
    let world = World::new(Mode::Ck3lens);
    world.open_for("mod:A");
    for number in 0..50 {
        assert_eq!(world.write(&format!("mod:A/{number}.txt"), "x").code, WRITTEN);
    }
    let closed = world.close();
    assert_eq!((&closed.data["changes"], closed.data["done"].as_array().unwrap().len()), (&json!(50), 20));
    assert_eq!(closed.data["done"][19]["target"], "mod:A/49.txt");
}

#[test]
fn l100_a_list_of_contracts_is_bounded_and_the_rest_is_counted() {
    let world = World::new(Mode::Ck3lens);
    let long = format!("mod:A/{}a.txt", format!("{}/", "l".repeat(200)).repeat(4));
    let request = json!({ "intent": "x", "scope": "mod:A", "operations": ["write"] });
    for _ in 0..60 {
        assert_eq!(world.open(&request).code, Code::ContractOpened);
        for _ in 0..5 {
            assert_eq!(world.write(&long, "x").code, WRITTEN);
        }
        assert_eq!(world.close().data["targets"], json!(["mod:A"]));
    }
    let envelope = world.wrapper.call::<AnyCode, _>("test", |rb| Ok(world.contracts.list(rb, world.session)));
    let listed = Answer::of(&envelope).data;
    let told = listed["contracts"].as_array().unwrap().len();
    assert!(listed["left_out"] == 50 - told && (6..50).contains(&told), "{told}");
    assert!(listed.to_string().len() < 160_000, "{} bytes", listed.to_string().len());
    let many: Vec<String> = (0..20).map(|number| format!("mod:A/{}{number}", "l/".repeat(1_900 / 16))).collect();
    let request = json!({ "intent": "x", "scope": "mod:A", "operations": ["write"], "targets": many });
    assert_eq!(world.open(&request).code, Code::ContractOpened);
}

#[test]
fn l20_a_field_whose_name_reads_as_a_path_is_a_mistake_and_not_a_leak() {
    let world = World::new(Mode::Ck3lens);
    for name in ["mod:..:/x", "C:/Users/nate", "/etc/passwd", "a\u{202e}b", &"x".repeat(100_000)] {
        let request = json!({ "intent": "x", "scope": "mod:A", "operations": ["write"], name: 1 });
        let answer = world.open(&request);
        assert_eq!(answer.code, Code::ContractInvalid, "{name:.40}");
        assert!(answer.data.to_string().len() < 1_000);
    }
}

#[test]
fn l101_the_contracts_of_a_session_go_with_it() {
    let world = World::new(Mode::Ck3lens);
    let other = world.other_session();
    let request = json!({ "intent": "x", "scope": "mod:A", "operations": ["write"] });
    assert_eq!(world.open_in(other, &request).code, Code::ContractOpened);
    assert_eq!(format!("{:?}", world.contracts), "Contracts(1 sessions)");
    world.adapter.close_session(other);
    assert_eq!(world.open(&request).code, Code::ContractOpened);
    assert_eq!(format!("{:?}", world.contracts), "Contracts(1 sessions)");
}

/// Targets of so many bytes in all, in names that are not too long.
fn targets_of(bytes: usize) -> Vec<String> {
    let mut targets: Vec<String> =
        (0..bytes / 500 - 1).map(|number| format!("mod:A/{number:03}/{0}/{0}", "x".repeat(244))).collect();
    assert!(targets.iter().all(|target| target.len() == 499));
    let left = bytes - 499 * targets.len() - "mod:A////".len() - 3 * 200;
    targets.push(format!("mod:A/{0}/{0}/{0}/{1}", "y".repeat(200), "y".repeat(left)));
    targets
}

#[test]
fn l100_every_bound_of_a_contract_holds_at_the_bound_and_not_past_it() {
    let many = |count: usize| (0..count).map(|number| format!("mod:A/{number}")).collect::<Vec<_>>();
    for (field, value, is_valid) in [
        ("intent", json!("x".repeat(500)), true),
        ("intent", json!("x".repeat(501)), false),
        ("intent", json!(7), false),
        ("targets", json!(many(1)), true),
        ("targets", json!(many(100)), true),
        ("targets", json!(many(101)), false),
        ("targets", json!([]), false),
        ("targets", json!("mod:A"), false),
        ("targets", json!(targets_of(32 * 1024)), true),
        ("targets", json!(targets_of(32 * 1024 + 1)), false),
        ("operations", json!(["write", "write"]), true),
        ("operations", json!([]), false),
        ("operations", json!("write"), false),
        ("expires_in_minutes", json!(1), true),
        ("expires_in_minutes", json!(480), true),
        ("expires_in_minutes", json!(0), false),
        ("expires_in_minutes", json!(481), false),
    ] {
        let mut request = json!({ "intent": "x", "scope": "mod:A", "operations": ["write"] });
        request[field] = value.clone();
        let answer = World::new(Mode::Ck3lens).open(&request);
        assert_eq!(
            answer.code == Code::ContractOpened,
            is_valid,
            "{field}: {:.200} {:?}",
            value.to_string(),
            answer.data["problems"]
        );
        if !is_valid {
            assert_eq!(answer.data["problems"][0]["field"], field);
        }
    }
}

#[test]
fn l101_an_ended_contract_keeps_no_targets() {
    let world = World::new(Mode::Ck3lens);
    let list = || {
        let list = world.wrapper.call::<AnyCode, _>("test", |rb| Ok(world.contracts.list(rb, world.session)));
        Answer::of(&list).data["contracts"].clone()
    };
    let targets = ["mod:A/common"];
    let request = json!({
        "intent": "x", "scope": "mod:A", "operations": ["write"], "targets": targets, "expires_in_minutes": 1,
    });
    world.open(&request);
    assert_eq!(list()[0]["targets"], json!(targets));
    assert_eq!(world.close().data["targets"], json!(targets), "the report of its end has them once more");
    assert_eq!((&list()[0]["state"], &list()[0]["targets"]), (&json!("closed"), &json!([])));
    world.open(&request);
    world.clock.advance(Duration::from_mins(1));
    world.open(&request);
    assert_eq!((&list()[1]["state"], &list()[1]["targets"]), (&json!("expired"), &json!([])));
}

#[test]
fn l101_open_contracts_of_all_sessions_together_are_bounded_and_a_small_one_is_always_opened() {
    let world = World::new(Mode::Ck3lens);
    let request =
        |targets: &[String]| json!({ "intent": "x", "scope": "mod:A", "operations": ["write"], "targets": targets });
    let large = request(&targets_of(32 * 1024));
    let opened = (0..400).take_while(|_| world.open_in(world.other_session(), &large).code == Code::ContractOpened);
    assert!((100..300).contains(&opened.count()));
    let refused = world.open(&large);
    assert_eq!((refused.code, &refused.data["problems"][0]["field"]), (Code::ContractInvalid, &json!("targets")));
    let validate = |request: &Value| {
        let request = request.as_object().unwrap().clone();
        let reply =
            world.wrapper.call::<AnyCode, _>("test", |rb| world.contracts.validate(rb, world.session, &request));
        Answer::of(&reply).code
    };
    let small = request(&["mod:A/common".to_owned()]);
    assert_eq!((validate(&large), validate(&small)), (Code::ContractInvalid, Code::ContractValid));
    assert_eq!(world.open(&small).code, Code::ContractOpened);
}
