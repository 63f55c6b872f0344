//! Every decision is journalled; no journal, no change (L68).

use replies::Code;
use std::sync::atomic::Ordering;

use serde_json::json;
use world_adapter::Mode;

use crate::support::*;

#[test]
fn l68_every_decision_is_journalled_with_its_call_and_its_code() {
    let world = World::new(Mode::Ck3lens);
    world.open_for("mod:A");
    for (address, code, decision) in [
        ("root:ck3raven_data/wip/a.txt", WRITTEN, "ALLOW"),
        ("mod:A/a.txt", WRITTEN, "ALLOW"),
        ("root:game/common/a.txt", NEVER, "DENY"),
        ("mod:AB/a.txt", OUTSIDE, "DENY"),
        ("root:ck3raven_data/config/a.txt", NO_RULE, "DENY"),
    ] {
        assert_eq!(world.write(address, "x").code, code);
        let line = world.journal.last_decision();
        assert_eq!((line["target"].as_str(), line["decision"].as_str()), (Some(address), Some(decision)));
        assert_eq!(
            line["code"].as_str(),
            (decision != "ALLOW").then_some(code.as_str()),
            "the journal names the code the agent got"
        );
        assert_eq!(line["trace_id"].as_str().unwrap().len(), 36);
    }
    let denial = world.delete("root:ck3raven_data/wip/a.txt");
    assert_eq!(world.journal.last_decision()["decision"], "REQUIRE_TOKEN");
    assert_eq!(world.journal.last_decision()["code"], TOKEN_REQUIRED.as_str());
    world.queue.decide(&denial.request(), enforcement::ApprovalAnswer::Refused).unwrap();
    assert_eq!(world.delete("root:ck3raven_data/wip/a.txt").code, REFUSED);
    assert_eq!(world.journal.last_decision()["code"], REFUSED.as_str());
}

#[test]
fn l68_a_journal_that_cannot_be_written_stops_changes_and_keeps_the_grant() {
    let world = World::new(Mode::Ck3ravenDev);
    let launcher = "root:user_docs/launcher-v2.sqlite";
    world.grant(&world.write(launcher, "x"));
    world.journal.is_full.store(true, Ordering::Release);
    assert_eq!(world.write(launcher, "x").code, Code::JournalUnavailable);
    assert_eq!(world.write("root:ck3raven_data/wip/a.txt", "x").code, Code::JournalUnavailable);
    assert_eq!(world.open_for("root:repo").code, Code::ContractNotRecorded);
    assert_eq!(world.read("docs/launcher-v2.sqlite").as_deref(), Some("old"));
    world.journal.is_full.store(false, Ordering::Release);
    assert_eq!(world.write(launcher, "x").code, WRITTEN, "the approval did not go to waste");
}

#[test]
fn l68_the_journal_keeps_what_was_declared_and_what_was_done() {
    let world = World::new(Mode::Ck3lens);
    let contract = world.open_for("mod:A").data["contract"].clone();
    world.write("mod:A/a.txt", "x");
    world.close();
    let events: Vec<String> =
        world.journal.lines().iter().map(|line| line["event"].as_str().unwrap().to_owned()).collect();
    assert_eq!(events, ["contract_opened", "decision", "executed", "contract_closed"]);
    for line in world.journal.lines() {
        assert_eq!(line["contract"], contract);
    }
}

#[test]
fn l68_no_host_path_is_in_the_journal() {
    let world = World::new(Mode::Ck3lens);
    world.open_for("mod:A");
    world.write("mod:A/a.txt", "x");
    world.write("root:game/common/a.txt", "x");
    world.delete("root:ck3raven_data/wip/a.txt");
    let text = serde_json::to_string(&world.journal.lines()).unwrap();
    assert!(!text.contains(world.folder.path().to_str().unwrap()));
}

#[test]
fn l106_a_line_of_the_journal_is_short_whatever_an_agent_names() {
    let world = World::new(Mode::Ck3lens);
    let long = |number: usize| format!("mod:A/{}{number}", format!("{}/", "x".repeat(200)).repeat(15));
    assert_eq!(world.write(&long(0).replace("mod:A", "root:game"), "x").code, NEVER);
    let targets: Vec<String> = (0..10).map(long).collect();
    let request = json!({ "intent": "x", "scope": "mod:A", "operations": ["write"], "targets": targets });
    assert_eq!(world.open(&request).code, Code::ContractOpened);
    for line in world.journal.lines() {
        assert!(line.to_string().len() < 4_000, "{} bytes", line.to_string().len());
    }
    let denied = world.journal.lines().remove(0);
    assert!(denied.to_string().len() < 800 && denied["target"].as_str().unwrap().ends_with("more bytes"), "{denied}");
}

#[test]
fn l106_of_many_targets_twenty_are_journalled_and_the_rest_is_counted() {
    for (count, last) in [(20, "mod:A/19"), (21, "and 1 more"), (40, "and 20 more")] {
        let world = World::new(Mode::Ck3lens);
        let targets: Vec<String> = (0..count).map(|number| format!("mod:A/{number}")).collect();
        let request = json!({ "intent": "x", "scope": "mod:A", "operations": ["write"], "targets": targets });
        assert_eq!(world.open(&request).code, Code::ContractOpened);
        let listed = world.journal.lines()[0]["targets"].as_array().unwrap().clone();
        assert_eq!((listed.len(), listed.last().unwrap().as_str()), (20 + usize::from(count > 20), Some(last)));
    }
}

#[test]
fn no_handle_of_a_session_is_in_the_journal() {
    let world = World::new(Mode::Ck3lens);
    world.open_for("mod:A");
    world.write("mod:A/a.txt", "x");
    world.delete("mod:A/a.txt");
    let lines = serde_json::to_string(&world.journal.lines()).unwrap();
    assert!(!lines.contains(&world.session.id().to_string()));
    assert!(lines.contains(&world.session.label().to_string()));
}
