//! What would have been right: complete addresses of visible things (L38, L105).

use proptest::prelude::*;
use serde_json::{Value, json};
use world_adapter::{Mode, SessionConfig};

use crate::support::*;

/// A modder's installation; `hidden` differs between two worlds that must answer alike.
fn world(hidden: &[&str]) -> World {
    let world = World::new()
        .file("game/common/traits/00_traits.txt", "x")
        .file("game/events/story_cycle_1_event.txt", "x")
        .file("ck3raven_data/wip/a.txt", "x")
        .file("user_docs/mod/my_knights/events/a.txt", "x")
        .file("steam/2216670956/common/a.txt", "x");
    for path in hidden {
        world.put(path, "x");
    }
    let session = SessionConfig::new()
        .mode(Mode::Ck3lens)
        .with_mod("My Knights", world.path("user_docs/mod/my_knights"))
        .with_mod("Better Battles", world.path("steam/2216670956"))
        .local_mods_folder(world.path("user_docs/mod"));
    world.use_session(session);
    world
}

fn nearest(world: &World, input: &str) -> Value {
    world.resolve(input)["data"]["nearest"].clone()
}

#[test]
fn l105_a_slip_comes_back_with_the_address_that_was_meant() {
    let world = world(&[]);
    // On a disk that ignores letter case the spelling is what is wrong; what is new below it stays.
    let ignores_case = world.path("game/Common").exists();
    let two_slips = if ignores_case { "root:game/common/trats" } else { "root:game/common" };
    for (input, expected) in [
        ("root:game/common/trait", json!(["root:game/common/traits"])),
        ("root:game/Common/traits", json!(["root:game/common/traits"])),
        ("root:game/Common/trats", json!([two_slips])),
        ("root:game/events/story_cycle_1_evnt.txt", json!(["root:game/events/story_cycle_1_event.txt"])),
        ("root:game/common/nothing/like/it", json!(["root:game/common"])),
        ("game/common", json!(["root:game/common"])),
        ("root:game\\common\\traits", json!(["root:game/common/traits"])),
        ("root:mods", json!(["mod:My Knights", "mod:Better Battles"])),
        ("mod:my_knights", json!(["mod:My Knights"])),
        ("mod:2216670956", json!(["mod:Better Battles"])),
        ("mod:My Knights/event/a.txt", json!(["mod:My Knights/events/a.txt"])),
        ("vanilla:/common", json!(["root:game/common"])),
        ("wip:/x", json!(["root:ck3raven_data/wip/x", "root:ck3raven_data/wip"])),
        ("Root:game", json!(["root:game"])),
    ] {
        assert_eq!(nearest(&world, input), expected, "{input}");
    }
}

#[test]
fn l38_what_is_expected_names_visible_roots_only_and_says_in_words_what_is_wrong() {
    let world = world(&[]);
    let expected = |input: &str| world.resolve(input)["data"]["expected"].as_str().unwrap().to_owned();
    assert_eq!(expected("root:gane/x"), "one of root:game, root:ck3raven_data, root:vscode; wrong is 'gane'");
    assert_eq!(expected("root:game/a?b"), "names without < > \" | ? *; wrong is 'a?b'");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Two worlds that differ in hidden things only answer byte for byte alike.
    #[test]
    fn l38_hidden_things_change_no_answer(
        root in prop_oneof!["repo", "steam", "user_docs", "steam/other", "user_docs/logs", "repo/src"],
        name in "[a-z]{1,6}", guess in "[a-z]{1,6}", rest in "[a-z/]{0,8}",
    ) {
        thread_local!(static BARE: World = world(&[]));
        let path = format!("{root}/{name}/{guess}.txt");
        let hidden = world(&[&path]);
        for input in [format!("root:{root}/{guess}"), format!("root:{root}/{name}"), format!("root:{path}"), format!("{root}/{name}/{rest}")] {
            let told = |world: &World| {
                let mut answer = world.resolve(&input);
                answer["meta"] = json!(null);
                answer.to_string()
            };
            prop_assert_eq!(BARE.with(told), told(&hidden), "{}", input);
        }
    }
}
