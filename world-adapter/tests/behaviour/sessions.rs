//! Sessions: by handle, replaced as a whole, seen by the very next call (L32, L52).

use replies::Code;
use serde_json::json;
use world_adapter::{Existence, Mode, RootState, SessionConfig};

use crate::support::{World, code, problem};

#[test]
fn l52_a_change_of_playset_is_seen_by_the_very_next_call() {
    let world = World::new().file("user_docs/mod/a/x.txt", "x").file("user_docs/mod/b/x.txt", "x");
    let lens = || SessionConfig::new().mode(Mode::Ck3lens);
    world.use_session(lens().with_mod("A", world.path("user_docs/mod/a")).playset("first"));
    assert_eq!(code(&world.resolve("mod:A/x.txt")), Code::AddressResolved);
    assert_eq!(problem(&world.resolve("mod:B/x.txt")), "unknown_mod");
    world.use_session(lens().with_mod("B", world.path("user_docs/mod/b")).playset("second"));
    assert_eq!(problem(&world.resolve("mod:A/x.txt")), "unknown_mod");
    assert_eq!(code(&world.resolve("mod:B/x.txt")), Code::AddressResolved);
    assert_eq!(problem(&world.resolve("root:user_docs/mod/a/x.txt")), "not_found");
    assert_eq!(world.adapter.session(world.adapter.default_session()).playset(), Some("second"));
}

#[test]
fn l52_sessions_are_kept_apart_by_their_handles() {
    let world = World::new().file("repo/x", "x");
    let (session, _) = world.adapter.load_session(SessionConfig::new().mode(Mode::Ck3lens));
    let other = world.adapter.add_session(session).unwrap();
    assert_ne!(other, world.adapter.default_session());
    assert_eq!(world.adapter.find_session(&other.id().to_string()), Some(other));
    assert_eq!(world.adapter.find_session("default"), None);
    let resolve = |id| {
        let answer = world.call(|rb| {
            let (rb, found) = world.adapter.resolve(rb, id, "root:repo/x", Existence::Required)?;
            Ok(world.adapter.answer(rb, &found.data()))
        });
        code(&answer)
    };
    assert_eq!(resolve(world.adapter.default_session()), Code::AddressResolved);
    assert_eq!(resolve(other), Code::PathNotFound);
    world.adapter.close_session(other);
    assert_eq!(resolve(other), Code::ModeNotInitialised);
}

#[test]
fn l32_aliases_are_reported_and_resolve() {
    let world =
        World::new().file("steam/123/x", "x").file("user_docs/mod/traits/y", "x").file("user_docs/mod/s/z", "x");
    let report = world.use_session(
        SessionConfig::new()
            .mode(Mode::Ck3lens)
            .with_mod("Traits", world.path("steam/123"))
            .with_mod("Traits", world.path("user_docs/mod/traits"))
            .with_mod("A/B", world.path("user_docs/mod/s")),
    );
    let aliases: Vec<_> = report.aliased.iter().map(|found| found.alias.to_string()).collect();
    assert_eq!(aliases, ["Traits (123)", "Traits (traits)", "A_B (s)"]);
    assert_eq!(code(&world.resolve("mod:Traits (123)/x")), Code::AddressResolved);
    assert_eq!(code(&world.resolve("mod:A_B (s)/z")), Code::AddressResolved);
    let answer = world.resolve("mod:Traits/x");
    assert_eq!(problem(&answer), "unknown_mod");
    assert_eq!(answer["data"]["nearest"], json!(["mod:Traits (123)", "mod:Traits (traits)"]));
}

#[test]
fn a_mod_whose_folder_is_missing_is_reported_and_the_others_work() {
    let world = World::new().file("user_docs/mod/a/x", "x");
    let report = world.use_session(
        SessionConfig::new()
            .mode(Mode::Ck3lens)
            .with_mod("Gone", world.path("user_docs/mod/gone"))
            .with_mod("A", world.path("user_docs/mod/a")),
    );
    assert_eq!((report.unusable.len(), report.unusable[0].state), (1, RootState::Missing));
    assert_eq!(problem(&world.resolve("mod:Gone/x")), "not_found");
    assert_eq!(code(&world.resolve("mod:A/x")), Code::AddressResolved);
}

#[test]
fn l65_the_mods_are_one_list_in_load_order() {
    let world = World::new().dir("user_docs/mod/a").dir("user_docs/mod/b");
    world.use_session(
        SessionConfig::new().with_mod("B", world.path("user_docs/mod/b")).with_mod("A", world.path("user_docs/mod/a")),
    );
    let session = world.adapter.session(world.adapter.default_session());
    assert_eq!(session.mods().iter().map(world_adapter::Mod::key).collect::<Vec<_>>(), ["B", "A"]);
}
