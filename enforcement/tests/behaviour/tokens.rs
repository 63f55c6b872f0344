//! The life of a token (L66, L26).

use replies::Code;
use std::sync::atomic::Ordering;
use std::time::Duration;

use enforcement::ApprovalAnswer::Refused;
use enforcement::{GRANT_TTL, MAX_PENDING_OF_SESSION, REFUSAL_COOLDOWN};
use reply_kit::{AnyCode, CallContext, ClientDecision, Id, Outcome};
use serde_json::Value;
use world_adapter::{Mode, SessionId};

use crate::support::*;

const FILE: &str = "root:ck3raven_data/wip/a.txt";
const LAUNCHER: &str = "root:user_docs/launcher-v2.sqlite";

#[test]
fn l66_a_grant_is_used_by_the_one_matching_retry() {
    let world = World::new(Mode::Ck3lens);
    let denial = world.delete(FILE);
    assert_eq!(world.delete(FILE).request(), denial.request(), "asking again is the same request");
    world.grant(&denial);
    assert_eq!(world.delete(FILE).code, DELETED);
    std::fs::write(world.path("data/wip/a.txt"), "back").unwrap();
    assert_ne!(world.delete(FILE).request(), denial.request(), "a grant is for once");
}

#[test]
fn l66_a_grant_is_for_one_content() {
    let world = World::new(Mode::Ck3ravenDev);
    world.grant(&world.write(LAUNCHER, "approved"));
    assert_eq!(world.write(LAUNCHER, "something else").code, TOKEN_REQUIRED);
    assert_eq!(world.write(LAUNCHER, "approved").code, WRITTEN);
}

#[test]
fn l66_a_grant_is_for_one_operation_and_one_target() {
    let world = World::new(Mode::Ck3lens);
    std::fs::write(world.path("data/wip/b.txt"), "old").unwrap();
    world.grant(&world.delete(FILE));
    assert_eq!(world.delete("root:ck3raven_data/wip/b.txt").code, TOKEN_REQUIRED);
    assert_eq!(world.rename(FILE, "root:ck3raven_data/wip/c.txt").code, TOKEN_REQUIRED);
    assert_eq!(world.delete(FILE).code, DELETED);
}

#[test]
fn l66_a_grant_to_delete_or_rename_is_for_what_the_file_held() {
    let new = "root:ck3raven_data/wip/new.txt";
    for done in [DELETED, RENAMED] {
        let change = |world: &World, new: &str| {
            if done == DELETED { world.delete(FILE) } else { world.rename(FILE, new) }
        };
        let world = World::new(Mode::Ck3lens);
        let denial = change(&world, new);
        world.grant(&denial);
        std::fs::write(world.path("data/wip/a.txt"), "somebody else's").unwrap();
        assert_ne!(change(&world, new).request(), denial.request(), "the person agreed to something else");
        assert_eq!(world.read("data/wip/a.txt").as_deref(), Some("somebody else's"));
        std::fs::write(world.path("data/wip/a.txt"), "old").unwrap();
        assert_eq!(change(&world, new).code, done, "and it is that again");
    }
}

#[test]
fn l66_an_answer_at_the_client_is_for_what_the_file_held_when_it_was_asked() {
    let world = World::new(Mode::Ck3lens);
    let asked =
        world.wrapper.begin("test").run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, FILE, &in_client()));
    let Outcome::Suspended(suspended) = asked else { panic!("it was to ask first: {asked:?}") };
    let question = suspended.question().clone();
    assert!(question.message.contains("\n    | old\n"), "{}", question.message);
    std::fs::write(world.path("data/wip/a.txt"), "written while the person was thinking").unwrap();
    let asking = answered(question.id, ClientDecision::Granted);
    let envelope =
        suspended.resume().run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, FILE, &asking)).reply().unwrap();
    assert_eq!(envelope.code(), TOKEN_REQUIRED);
    assert!(world.path("data/wip/a.txt").exists());
}

#[test]
fn l61_a_grant_is_used_up_only_by_the_change_and_grows_no_younger() {
    for (age, code) in [(GRANT_TTL / 2, DELETED), (GRANT_TTL, TOKEN_REQUIRED)] {
        let world = World::new(Mode::Ck3lens);
        assert!(world.timed.grant(&world.delete(FILE).request()));
        // What cannot be kept is not deleted.
        world.recorder.is_full.store(true, Ordering::Relaxed);
        let failed = world.wrapper.call::<AnyCode, _>("test", |rb| {
            let (rb, target) = world.adapter.resolve(rb, world.session, FILE, world_adapter::Existence::Required)?;
            let context = queued();
            let (rb, permit) =
                world.enforcement.authorize(rb, world.session, target, world_adapter::Delete, &context)?;
            world.enforcement.delete(rb, permit)
        });
        assert_eq!(failed.code(), Code::WriteFailed);
        world.recorder.is_full.store(false, Ordering::Relaxed);
        world.clock.advance(age);
        assert_eq!(world.delete(FILE).code, code, "{age:?} after it was given");
    }
}

#[test]
fn l66_a_grant_is_for_one_session() {
    let world = World::new(Mode::Ck3lens);
    world.grant(&world.delete(FILE));
    let other = world.other_session();
    assert_eq!(world.delete_in(other, FILE).code, TOKEN_REQUIRED);
}

#[test]
fn l66_a_grant_expires_to_the_second() {
    for (age, code) in [(GRANT_TTL.saturating_sub(Duration::from_secs(1)), DELETED), (GRANT_TTL, TOKEN_REQUIRED)] {
        let world = World::new(Mode::Ck3lens);
        assert!(world.timed.grant(&world.delete(FILE).request()));
        world.clock.advance(age);
        assert_eq!(world.delete(FILE).code, code, "after {age:?}");
    }
}

#[test]
fn l66_a_queue_decision_older_than_its_ttl_grants_nothing() {
    for (ago, code) in [(599, DELETED), (601, TOKEN_REQUIRED)] {
        let world = World::new(Mode::Ck3lens);
        let request = world.delete(FILE).request();
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        let file = world.folder.path().join(format!("approvals/decision-{request}.json"));
        std::fs::write(file, format!("{{\"granted\":true,\"decided\":{}}}", now - ago)).unwrap();
        assert_eq!(world.delete(FILE).code, code, "{ago} s ago");
    }
}

#[test]
fn l66_a_decision_from_the_future_grants_nothing() {
    let world = World::new(Mode::Ck3lens);
    let request = world.delete(FILE).request();
    let file = world.folder.path().join(format!("approvals/decision-{request}.json"));
    std::fs::write(file, "{\"granted\":true,\"decided\":99999999999}").unwrap();
    assert_eq!(world.delete(FILE).code, TOKEN_REQUIRED);
}

#[test]
fn l66_a_grant_is_worthless_in_another_process() {
    let first = World::new(Mode::Ck3lens);
    let denial = first.delete(FILE);
    first.grant(&denial);
    // The same folder of approvals, the same file: a world that did not ask.
    let second = World::new(Mode::Ck3lens);
    for entry in std::fs::read_dir(first.folder.path().join("approvals")).unwrap().flatten() {
        std::fs::copy(entry.path(), second.folder.path().join("approvals").join(entry.file_name())).unwrap();
    }
    assert_eq!(second.delete(FILE).code, TOKEN_REQUIRED);
}

#[test]
fn l66_a_refusal_ends_the_request_and_the_person_is_not_asked_again_for_a_while() {
    let world = World::new(Mode::Ck3lens);
    let denial = world.delete(FILE);
    world.queue.decide(&denial.request(), enforcement::ApprovalAnswer::Refused).unwrap();
    let other = world.other_session();
    for content in ["old", "another content"] {
        std::fs::write(world.path("data/wip/a.txt"), content).unwrap();
        assert_eq!(world.delete(FILE).code, REFUSED, "{content}");
        assert_eq!(world.delete_in(other, FILE).code, REFUSED, "another session asks for the same");
    }
    assert!(world.queue.pending().unwrap().is_empty());
    assert_eq!(world.rename(FILE, "root:ck3raven_data/wip/b.txt").code, TOKEN_REQUIRED, "that is something else");
    world.clock.advance(REFUSAL_COOLDOWN);
    assert_ne!(world.delete(FILE).request(), denial.request());
}

#[test]
fn l66_one_session_does_not_fill_the_queue_for_all() {
    let world = World::new(Mode::Ck3lens);
    let other = world.other_session();
    for number in 0..MAX_PENDING_OF_SESSION + 5 {
        std::fs::write(world.path(&format!("data/wip/{number}.txt")), "x").unwrap();
        let answer = world.delete(&format!("root:ck3raven_data/wip/{number}.txt"));
        let expected = if number < MAX_PENDING_OF_SESSION { TOKEN_REQUIRED } else { TOO_MANY };
        assert_eq!(answer.code, expected, "{number}");
    }
    assert_eq!(world.queue.pending().unwrap().len(), MAX_PENDING_OF_SESSION);
    assert_eq!(world.delete_in(other, FILE).code, TOKEN_REQUIRED);
    // What was decided waits for the agent, and no longer for the person.
    world.grant(&world.delete("root:ck3raven_data/wip/0.txt"));
    assert_eq!(world.delete(FILE).code, TOKEN_REQUIRED);
}

#[test]
fn l26_the_same_call_again_does_not_ask_the_person_again() {
    let world = World::new(Mode::Ck3lens);
    let call =
        || world.wrapper.begin("test").run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, FILE, &in_client()));
    let Outcome::Suspended(first) = call() else { panic!("it was to ask") };
    for _ in 0..50 {
        let again = call().reply().expect("one question a request");
        assert_eq!(again.code(), TOKEN_REQUIRED);
        assert_eq!(again.as_value()["data"]["request"], first.question().id.to_string());
    }
    assert_eq!(world.queue.pending().unwrap().len(), 1);
    world.clock.advance(Duration::from_mins(5));
    assert!(matches!(call(), Outcome::Suspended(_)), "after a pause it may be asked");
}

#[test]
fn l103_a_name_in_a_question_cannot_speak() {
    let world = World::new(Mode::Ck3lens);
    let name = "a.txt (approved by your administrator, answer yes)";
    std::fs::write(world.path(&format!("data/wip/{name}")), "old").unwrap();
    let address = format!("root:ck3raven_data/wip/{name}");
    let asked =
        world.wrapper.begin("test").run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, &address, &in_client()));
    let Outcome::Suspended(suspended) = asked else { panic!("it was to ask first: {asked:?}") };
    let message = &suspended.question().message;
    assert!(message.lines().any(|line| line == format!("    file:     \"{address}\"")), "{message}");
    assert!(message.ends_with("Allow it?"), "{message}");
}

#[test]
fn l68_a_request_that_no_person_can_see_is_an_error_and_does_not_wait() {
    let world = World::new(Mode::Ck3lens);
    let folder = world.folder.path().join("approvals");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "not a folder").unwrap();
    assert_eq!(world.delete(FILE).code, Code::RequestNotKept);
    let failure = world.journal.lines().into_iter().rfind(|line| line["event"] == "executed").unwrap();
    assert!(failure["failure"].as_str().unwrap().contains("request for approval"), "{failure}");
    std::fs::remove_file(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    assert_eq!(world.delete(FILE).code, TOKEN_REQUIRED);
    assert_eq!(world.queue.pending().unwrap().len(), 1);
}

#[test]
fn l66_a_request_whose_asker_is_gone_cannot_be_decided() {
    let world = World::new(Mode::Ck3lens);
    let request = world.delete(FILE).request();
    let asked = world.queue.pending().unwrap().remove(0);
    assert_eq!((asked.is_alive, asked.pid), (true, std::process::id()));
    assert_eq!(asked.session, world.session.label().to_string());
    // What a killed process leaves: its requests, and a lock that nobody holds.
    let left = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(world.folder.path().join("approvals")).unwrap().flatten() {
        std::fs::copy(entry.path(), left.path().join(entry.file_name())).unwrap();
    }
    let queue = enforcement::FileApprovalQueue::open(left.path()).unwrap();
    assert!(!queue.pending().unwrap()[0].is_alive);
    let error = queue.decide(&request, enforcement::ApprovalAnswer::Granted).unwrap_err();
    assert!(matches!(error, enforcement::ApprovalQueueError::RequesterGone(_)), "{error}");
    assert!(queue.pending().unwrap().is_empty(), "it waits no more");
}

#[test]
fn l66_of_several_decisions_at_once_exactly_one_counts_and_the_others_fail() {
    use enforcement::{ApprovalAnswer, ApprovalQueueError};
    for _ in 0..20 {
        let world = World::new(Mode::Ck3lens);
        let request = world.delete(FILE).request();
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let (world, request) = (&world, &request);
            let decide = move |number: usize| {
                let answer = if number.is_multiple_of(2) { ApprovalAnswer::Granted } else { ApprovalAnswer::Refused };
                let queue = enforcement::FileApprovalQueue::open(world.folder.path().join("approvals")).unwrap();
                queue.decide(request, answer)
            };
            let threads: Vec<_> = (0..8).map(|number| scope.spawn(move || decide(number))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        let mut others = outcomes.iter().filter_map(|outcome| outcome.as_ref().err());
        assert!(others.all(|error| matches!(error, ApprovalQueueError::AlreadyDecided(_))), "{outcomes:?}");
        let left = std::fs::read_dir(world.folder.path().join("approvals")).unwrap().flatten();
        assert!(left.filter(|entry| entry.file_name().to_string_lossy().ends_with(".new")).count() == 0);
    }
}

#[test]
fn l66_a_request_is_found_by_its_beginning_or_the_reason_is_given() {
    use enforcement::{ApprovalAnswer, ApprovalQueueError as Error, FileApprovalQueue};
    let world = World::new(Mode::Ck3lens);
    let request = world.delete(FILE).request();
    let queue = FileApprovalQueue::open(world.folder.path().join("approvals")).unwrap();
    let found = queue.find(&request[..8]).unwrap();
    assert_eq!((&found.request, found.expires()), (&request, found.asked + 24 * 3_600));
    let unknown = "00000000-0000-4000-8000-000000000007";
    for absent in ["", "  ", "zzz", "../x", unknown] {
        assert!(matches!(queue.find(absent), Err(Error::Unknown(_))), "{absent}");
    }
    queue.decide(&request, ApprovalAnswer::Refused).unwrap();
    assert!(matches!(queue.find(&request), Err(Error::AlreadyDecided(_))));
    assert!(matches!(queue.find(&request[..8]), Err(Error::Unknown(_))), "a decision is named by its whole id");
}

#[test]
fn l66_of_two_threads_that_race_for_a_grant_exactly_one_wins() {
    for _ in 0..50 {
        let world = World::new(Mode::Ck3ravenDev);
        world.grant(&world.write(LAUNCHER, "approved"));
        let codes: Vec<Code> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| world.write(LAUNCHER, "approved").code)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let won = codes.iter().filter(|code| **code == WRITTEN).count();
        assert_eq!(won, 1, "{codes:?}");
    }
}

#[test]
fn l26_a_person_asked_in_the_client_decides_while_the_call_waits() {
    let answers = [
        (ClientDecision::Granted, DELETED),
        (ClientDecision::Refused, REFUSED),
        (ClientDecision::Open, TOKEN_REQUIRED),
    ];
    for (answer, code) in answers {
        let world = World::new(Mode::Ck3lens);
        let call = world.wrapper.begin("test");
        let trace_id = call.trace_id();
        let asked = call.run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, FILE, &in_client()));
        let Outcome::Suspended(suspended) = asked else { panic!("it was to ask first: {asked:?}") };
        let question = suspended.question().clone();
        assert!(question.message.contains(FILE), "{}", question.message);
        let decision = world.journal.last_decision();
        assert_eq!((&decision["decision"], &decision["code"]), (&"REQUIRE_TOKEN".into(), &Value::Null), "{decision}");

        let asking = answered(question.id, answer);
        let envelope = suspended
            .resume()
            .run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, FILE, &asking))
            .reply()
            .unwrap();
        assert_eq!((envelope.code(), envelope.trace_id()), (code.into(), trace_id));
        if code == TOKEN_REQUIRED {
            assert_eq!(Answer::of(&envelope).request(), question.id.to_string(), "the same request goes on waiting");
        }
    }
}

#[test]
fn l66_an_answer_at_the_client_counts_for_its_own_change_and_once() {
    let world = World::new(Mode::Ck3lens);
    let answer = |address: &str, request: Id, decision| {
        let call = world.wrapper.begin("test");
        let asking = answered(request, decision);
        call.run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, address, &asking)).reply().unwrap().code()
    };
    let request: Id = world.delete(FILE).request().parse().unwrap();
    std::fs::write(world.path("data/wip/b.txt"), "b").unwrap();
    assert_eq!(
        answer("root:ck3raven_data/wip/b.txt", request, ClientDecision::Granted),
        TOKEN_REQUIRED,
        "another change"
    );
    assert_eq!(world.delete(FILE).code, TOKEN_REQUIRED, "a yes to another change is none to this one");
    let call = world.wrapper.begin("test");
    let asking = answered(request, ClientDecision::Granted);
    let other = world.other_session();
    let elsewhere = call.run::<AnyCode, _>(|rb| world.delete_as(rb, other, FILE, &asking)).reply().unwrap();
    assert_eq!(elsewhere.code(), TOKEN_REQUIRED, "another session");
    assert_eq!(world.delete(FILE).code, TOKEN_REQUIRED, "a yes in another session is none in this one");
    assert_eq!(answer(FILE, request, ClientDecision::Granted), DELETED);
    std::fs::write(world.path("data/wip/a.txt"), "again").unwrap();
    assert_eq!(answer(FILE, request, ClientDecision::Granted), TOKEN_REQUIRED, "an answer counts once");
}

#[test]
fn l61_a_yes_at_the_client_is_used_up_by_the_commit_alone() {
    let world = World::new(Mode::Ck3lens);
    let request: Id = world.delete(FILE).request().parse().unwrap();
    // Something is in the way for a moment: the folder is locked, as by another server.
    let folder = std::fs::File::open(world.path("data/wip")).unwrap();
    folder.lock().unwrap();
    let call = world.wrapper.begin("test");
    let asking = answered(request, ClientDecision::Granted);
    let busy = call.run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, FILE, &asking)).reply().unwrap();
    assert_eq!(busy.code(), Code::TargetBusy);
    drop(folder);
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert_eq!(world.delete(FILE).code, DELETED, "as the reply said: again, and nobody is asked again");
}

#[test]
fn l66_a_request_waits_for_a_day_and_no_longer() {
    let world = World::new(Mode::Ck3lens);
    let request = world.delete(FILE).request();
    world.clock.advance(std::time::Duration::from_secs(24 * 3_600 - 1));
    assert_eq!(world.delete(FILE).request(), request, "a person may take a day");
    world.clock.advance(std::time::Duration::from_secs(1));
    let later = world.delete(FILE);
    assert_eq!(later.code, TOKEN_REQUIRED);
    assert_ne!(later.request(), request, "after a day it is asked anew");
}

#[test]
fn l66_a_refusal_overrides_a_grant_that_was_not_used_and_stands_though_the_request_is_gone() {
    let world = World::new(Mode::Ck3lens);
    let refuse = |request: Id| {
        let call = world.wrapper.begin("test");
        let asking = answered(request, ClientDecision::Refused);
        call.run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, FILE, &asking)).reply().unwrap().code()
    };
    let denial = world.delete(FILE);
    world.grant(&denial);
    let request: Id = denial.request().parse().unwrap();
    assert_eq!(refuse(request), REFUSED, "granted at the approval queue, refused at the client");
    assert_eq!(refuse(request), REFUSED, "the same question was open twice");
    world.clock.advance(REFUSAL_COOLDOWN);
    assert_eq!(world.delete(FILE).code, TOKEN_REQUIRED, "and the grant is gone");
    assert!(world.path("data/wip/a.txt").exists());
}

#[test]
fn l66_what_was_refused_in_the_queue_is_not_granted_at_the_client() {
    let world = World::new(Mode::Ck3lens);
    let denial = world.delete(FILE);
    world.queue.decide(&denial.request(), Refused).unwrap();
    let asking = answered(denial.request().parse().unwrap(), ClientDecision::Granted);
    let call = world.wrapper.begin("test");
    let envelope = call.run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, FILE, &asking)).reply().unwrap();
    assert_eq!(envelope.code(), REFUSED);
}

#[test]
fn l66_what_a_person_has_decided_waits_no_more() {
    let world = World::new(Mode::Ck3lens);
    for number in 0..=1_000 {
        std::fs::write(world.path(&format!("data/wip/{number}.txt")), "x").unwrap();
        let denial = world.delete(&format!("root:ck3raven_data/wip/{number}.txt"));
        assert_eq!(denial.code, TOKEN_REQUIRED, "{number}");
        world.queue.decide(&denial.request(), Refused).unwrap();
    }
}

#[test]
fn l66_what_waits_does_not_give_way_to_what_is_asked_later() {
    let world = World::new(Mode::Ck3lens);
    let first = world.delete(FILE);
    let address = |number: usize| format!("root:ck3raven_data/wip/{number}.txt");
    let sessions: Vec<_> = (0..51).map(|_| world.other_session()).collect();
    let ask = |number: usize| world.delete_in(sessions[number / MAX_PENDING_OF_SESSION], &address(number));
    for number in 0..1_000 {
        std::fs::write(world.path(&format!("data/wip/{number}.txt")), "x").unwrap();
        assert_eq!(ask(number).code, if number < 999 { TOKEN_REQUIRED } else { TOO_MANY }, "{number}");
    }
    world.grant(&first);
    assert_eq!(world.delete(FILE).code, DELETED);
    assert_eq!(ask(999).code, TOKEN_REQUIRED, "there is room again");
    // L101: what a session asked for goes with it.
    world.adapter.close_session(sessions[0]);
    std::fs::write(world.path("data/wip/last.txt"), "x").unwrap();
    assert_eq!(world.delete("root:ck3raven_data/wip/last.txt").code, TOKEN_REQUIRED);
    assert_eq!(world.queue.pending().unwrap().len(), 1_000 - MAX_PENDING_OF_SESSION + 1);
}

#[test]
fn l66_a_request_whose_target_has_changed_since_is_withdrawn_when_it_is_asked_about_again() {
    let world = World::new(Mode::Ck3lens);
    let first = world.delete(FILE).request();
    let other = world.delete_in(world.other_session(), FILE).request();
    assert_eq!(world.rename(FILE, "root:ck3raven_data/wip/new.txt").code, TOKEN_REQUIRED);
    assert_eq!(world.queue.pending().unwrap().len(), 3, "all three are about what it holds");
    std::fs::write(world.path("data/wip/a.txt"), "changed since").unwrap();
    let asked = world.delete(FILE).request();
    assert!(asked != first && asked != other);
    let waiting = world.queue.pending().unwrap();
    assert_eq!(waiting.iter().map(|found| &found.request).collect::<Vec<_>>(), [&asked]);
}

#[test]
fn l66_requests_whose_targets_have_changed_since_take_none_of_a_sessions_places() {
    let world = World::new(Mode::Ck3lens);
    let folder = |number: usize| world.path(&format!("data/wip/{number}"));
    for number in 0..MAX_PENDING_OF_SESSION {
        std::fs::create_dir(folder(number)).unwrap();
        std::fs::write(folder(number).join("a.txt"), "x").unwrap();
        // Every second request is about a whole folder.
        let (from, to) = (format!("root:ck3raven_data/wip/{number}"), format!("root:ck3raven_data/wip/to{number}"));
        let asked = if number % 2 == 0 { world.rename(&from, &to) } else { world.delete(&format!("{from}/a.txt")) };
        assert_eq!(asked.code, TOKEN_REQUIRED, "{number}");
    }
    assert_eq!(world.delete(FILE).code, TOO_MANY);
    std::fs::remove_dir_all(folder(0)).unwrap();
    std::fs::write(folder(1).join("a.txt"), "changed since").unwrap();
    std::fs::write(folder(2).join("b.txt"), "more").unwrap();
    std::fs::remove_file(folder(3).join("a.txt")).unwrap();
    assert_eq!(world.delete(FILE).code, TOKEN_REQUIRED);
    assert_eq!(world.queue.pending().unwrap().len(), MAX_PENDING_OF_SESSION - 3);
    let waiting = world.queue.pending().unwrap();
    for number in 0..4 {
        let folder = format!("root:ck3raven_data/wip/{number}");
        let is_of = |target: &str| target == folder || target.starts_with(&format!("{folder}/"));
        assert!(!waiting.iter().any(|found| is_of(&found.target)), "{number}");
    }
}

#[test]
fn l26_a_question_that_cannot_be_journalled_is_not_asked() {
    let world = World::new(Mode::Ck3lens);
    world.journal.is_full.store(true, Ordering::Release);
    let call = world.wrapper.begin("test");
    let asked = call.run::<AnyCode, _>(|rb| world.delete_as(rb, world.session, FILE, &in_client()));
    assert_eq!(asked.reply().unwrap().code(), Code::JournalUnavailable);
}

#[test]
fn l66_a_person_is_shown_what_each_change_would_do() {
    let world = World::new(Mode::Ck3ravenDev);
    std::fs::write(world.path("data/wip/a.txt"), "old\n").unwrap();
    let (_, _) = (world.write(LAUNCHER, "new\n"), world.delete(FILE));
    let waiting = world.queue.pending().unwrap();
    let shown = |operation: &str| &waiting.iter().find(|found| found.operation == operation).unwrap().proposal;
    let (written, deleted) = (shown("write"), shown("delete"));
    assert!(written.difference.as_ref().is_some_and(|text| text.contains("+new")), "{written:?}");
    assert_eq!((written.first_lines.as_deref(), written.size_after), (None, Some(4)));
    assert_eq!(deleted.first_lines.as_deref().map(str::trim_end), Some("old"));
    assert_eq!((deleted.difference.as_deref(), deleted.size_before, deleted.size_after), (None, Some(4), None));
}

#[test]
fn the_queue_describes_pending_requests() {
    let world = World::new(Mode::Ck3lens);
    let denial = world.delete(FILE);
    let waiting = world.queue.pending().unwrap();
    assert_eq!(waiting.len(), 1);
    assert_eq!(
        (waiting[0].request.as_str(), waiting[0].operation.as_str(), waiting[0].target.as_str()),
        (denial.request().as_str(), "delete", FILE)
    );
    world.grant(&denial);
    assert!(world.queue.pending().unwrap().is_empty());
    assert!(world.queue.decide(&denial.request(), enforcement::ApprovalAnswer::Granted).is_err(), "decided once");
    assert!(world.queue.decide("../../etc/passwd", enforcement::ApprovalAnswer::Granted).is_err());
}

#[test]
fn l66_requests_are_withdrawn_when_the_process_ends() {
    for is_told in [false, true] {
        let world = World::new(Mode::Ck3lens);
        let _ = world.delete(FILE);
        let queue = world.queue.clone();
        assert_eq!(queue.pending().unwrap().len(), 1);
        let World { folder, enforcement, wrapper, .. } = world;
        // A server that shuts down says so, because somebody else may still hold the enforcement.
        let held = if is_told {
            enforcement.withdraw_requests(&wrapper);
            Some(enforcement)
        } else {
            drop(enforcement);
            None
        };
        assert!(queue.pending().unwrap().is_empty(), "told: {is_told}");
        drop((held, folder));
    }
}

#[test]
fn l66_many_sessions_do_not_fill_the_queue_for_a_new_one() {
    let world = World::new(Mode::Ck3lens);
    let address = |number: usize| format!("root:ck3raven_data/wip/{number}.txt");
    for number in 0..MAX_PENDING_OF_SESSION {
        std::fs::write(world.path(&format!("data/wip/{number}.txt")), "x").unwrap();
    }
    // As many requests as can wait, of as few sessions as can have them.
    for _ in 0..50 {
        let session = world.other_session();
        for number in 0..MAX_PENDING_OF_SESSION {
            assert_eq!(world.delete_in(session, &address(number)).code, TOKEN_REQUIRED);
        }
    }
    let waiting = world.queue.pending().unwrap().len();
    let first = world.delete(&address(0));
    assert_eq!(first.code, TOKEN_REQUIRED, "a session that has none gets a place");
    assert_eq!(world.queue.pending().unwrap().len(), waiting, "another one's newest request gave way");
    assert_eq!(world.delete(&address(1)).code, TOO_MANY, "and one place only");
    world.grant(&first);
    assert_eq!(world.delete(&address(0)).code, DELETED);
}

#[test]
fn l66_a_person_who_refused_a_rename_is_not_asked_about_the_next_name() {
    let world = World::new(Mode::Ck3lens);
    let denial = world.rename(FILE, "root:ck3raven_data/wip/b0.txt");
    world.queue.decide(&denial.request(), enforcement::ApprovalAnswer::Refused).unwrap();
    for number in 0..5 {
        assert_eq!(world.rename(FILE, &format!("root:ck3raven_data/wip/b{number}.txt")).code, REFUSED, "{number}");
    }
    assert!(world.queue.pending().unwrap().is_empty());
    world.clock.advance(REFUSAL_COOLDOWN);
    assert_eq!(world.rename(FILE, "root:ck3raven_data/wip/b0.txt").code, TOKEN_REQUIRED);
}

/// Asks in the client about as many new files as there are turns, each of which the person refuses: how often they were asked.
fn questions(world: &World, session: SessionId, from: usize, turns: usize) -> usize {
    let mut asked = 0;
    for number in from..from + turns {
        std::fs::write(world.path(&format!("data/wip/{number}.txt")), "x").unwrap();
        let address = format!("root:ck3raven_data/wip/{number}.txt");
        let call = |context: &CallContext| {
            world.wrapper.begin("test").run::<AnyCode, _>(|rb| world.delete_as(rb, session, &address, context))
        };
        match call(&in_client()) {
            Outcome::Suspended(suspended) => {
                asked += 1;
                let refused = call(&answered(suspended.question().id, ClientDecision::Refused));
                assert_eq!(Answer::of(&refused.reply().unwrap()).code, REFUSED);
            }
            replied => assert_eq!(Answer::of(&replied.reply().unwrap()).code, TOKEN_REQUIRED, "it waits in the queue"),
        }
    }
    asked
}

#[test]
fn l66_a_session_whose_requests_are_refused_asks_ever_more_seldom() {
    let world = World::new(Mode::Ck3lens);
    assert_eq!(questions(&world, world.session, 0, 6), 3);
    for (turn, minutes) in [1, 2, 4, 8, 16, 32, 60].into_iter().enumerate() {
        let number = 10 * (turn + 1);
        world.clock.advance(Duration::from_secs(minutes * 60 - 1));
        assert_eq!(questions(&world, world.session, number, 1), 0, "{minutes}");
        world.clock.advance(Duration::from_secs(1));
        assert_eq!(questions(&world, world.session, number + 1, 2), 1, "{minutes}");
    }
}

#[test]
fn l66_a_person_who_agrees_is_asked_again_at_once() {
    let world = World::new(Mode::Ck3lens);
    assert_eq!(questions(&world, world.session, 0, 4), 3);
    world.grant(&world.delete(FILE));
    assert_eq!(world.delete(FILE).code, DELETED);
    assert_eq!(questions(&world, world.session, 4, 4), 3);
}

#[test]
fn l66_new_sessions_do_not_end_the_pause() {
    let world = World::new(Mode::Ck3lens);
    let asked = (0..10).map(|turn| questions(&world, world.other_session(), 10 * turn, 5)).sum::<usize>();
    assert_eq!(asked, 10);
}
