//! Properties: no input panics, accepted addresses round-trip and are clean, and what resolves lies beneath its root.

use proptest::prelude::*;
use replies::Code;
use world_adapter::{AddressKey, Existence, Mode, Mods, SessionConfig, WorldAddress};

use crate::support::{World, code};

fn mods() -> std::sync::Arc<world_adapter::Session> {
    let world = World::new();
    let mods = ["My Mod", "Name:", "A", "ä: b?"];
    let config = mods
        .into_iter()
        .fold(SessionConfig::new().mode(Mode::Ck3ravenDev), |config, name| config.with_mod(name, "/nowhere"));
    world.use_session(config);
    world.adapter.session(world.adapter.default_session())
}

/// Text that looks like an address more often than chance would have it.
fn address_like() -> impl Strategy<Value = String> {
    let head = prop_oneof![
        Just("root:"),
        Just("mod:"),
        Just("ROOT_GAME:"),
        Just("root:game"),
        Just("mod:My Mod"),
        Just("mod:Name:"),
        Just("mod:A:"),
        Just(""),
        Just("C:"),
        Just("/"),
        Just("root:user_docs")
    ];
    let segment = prop_oneof![
        "[a-zA-Z0-9_.~ -]{0,12}",
        Just("..".to_owned()),
        Just(".".to_owned()),
        Just(String::new()),
        Just("nul".to_owned()),
        Just("a:b".to_owned()),
        "\\PC{0,6}",
        any::<String>()
    ];
    (head, prop::collection::vec(segment, 0..6)).prop_map(|(head, segments)| format!("{head}/{}", segments.join("/")))
}

fn check_parse(input: &str, mods: &Mods) -> Result<(), TestCaseError> {
    match WorldAddress::parse(input, mods) {
        Ok(address) => {
            let text = address.to_string();
            let again = WorldAddress::parse(&text, mods);
            prop_assert_eq!(again.as_ref(), Ok(&address), "parse ∘ display is the identity");
            prop_assert!(text.starts_with("root:") || text.starts_with("mod:"));
            for segment in address.segments() {
                let is_no_name = matches!(segment, "" | "." | "..")
                    || segment.contains(['\\', ':', '<', '>', '"', '|', '?', '*', '/'])
                    || segment.chars().any(char::is_control)
                    || segment.ends_with(['.', ' '])
                    || segment.len() > 255;
                prop_assert!(!is_no_name, "{:?}", segment);
            }
            prop_assert_eq!(address.segments().collect::<Vec<_>>().join("/"), address.relative_path());
            if let AddressKey::Mod(name) = address.key() {
                prop_assert!(mods.find(name).is_some());
            }
            let as_data = address.as_address();
            prop_assert_eq!(as_data.as_str(), text);
        }
        Err(refusal) => {
            prop_assert!(input.get(refusal.at.clone()).is_some(), "the place lies in the input: {:?}", refusal);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn no_input_panics_and_every_accepted_address_round_trips(input in any::<String>()) {
        check_parse(&input, &Mods::none())?;
    }

    #[test]
    fn no_address_like_input_panics_and_every_accepted_one_round_trips(input in address_like()) {
        thread_local!(static SESSION: std::sync::Arc<world_adapter::Session> = mods());
        SESSION.with(|session| check_parse(&input, session.mods()))?;
    }
}

/// Names that exist in the maze below, files, directories and links of all kinds, and some that do not.
#[cfg(unix)]
const MAZE: [&str; 12] = ["a", "b", "f.txt", "in", "out", "abs", "up", "here", "loop", "gone", "deep", "none"];

#[cfg(unix)]
fn maze() -> World {
    let mut world = World::new().file("outside/a/f.txt", "x").file("outside/f.txt", "x");
    for place in ["game", "game/a", "game/a/b", "game/b"] {
        world = world
            .file(&format!("{place}/f.txt"), "x")
            .link(&format!("{place}/in"), "b")
            .link(&format!("{place}/out"), "../../../outside")
            .link(&format!("{place}/abs"), "@outside")
            .link(&format!("{place}/up"), "..")
            .link(&format!("{place}/here"), ".")
            .link(&format!("{place}/loop"), "loop")
            .link(&format!("{place}/gone"), "nowhere")
            .link(&format!("{place}/deep"), "a/../b/../f.txt");
    }
    world
}

#[cfg(unix)]
proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn l36_whatever_resolves_lies_beneath_its_root_by_the_kernels_own_answer(
        rel_path in prop::collection::vec(prop::sample::select(&MAZE[..]), 0..7)
    ) {
        thread_local!(static WORLD: World = maze());
        WORLD.with(|world| {
            let rel_path = rel_path.join("/");
            let input = format!("root:game/{rel_path}");
            let root = world.path("game").canonicalize().unwrap();
            let real = world.path(&format!("game/{rel_path}")).canonicalize();
            let answer = world.resolve(&input);
            match code(&answer) {
                Code::AddressResolved => {
                    let real = real.unwrap();
                    prop_assert!(real.starts_with(&root), "{} is {:?}", input, real);
                    // The identity is that of the real place.
                    let target = world.target(&input, Existence::Required);
                    let direct = real.strip_prefix(&root).unwrap().to_str().unwrap();
                    let direct = world.target(&format!("root:game/{direct}"), Existence::Required);
                    prop_assert_eq!(target.identity(), direct.identity());
                }
                // Nothing, or a link on the rel_path leaves the root, even if another comes back.
                Code::PathNotFound => prop_assert!(
                    real.is_err() || !real.unwrap().starts_with(&root) || rel_path.contains("up") || rel_path.contains("out"), "{}", input),
                other => prop_assert!(false, "{}", other),
            }
            Ok(())
        })?;
    }
}
