//! The resolver: every input is answered by the world, and nothing outside is ever told.
#![no_main]

use std::cell::RefCell;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use reply_kit::AnyCode;
use world_adapter::{Config, Existence, Mode, Page, RootKey, SessionAuthority, SessionConfig, WorldAdapter};

struct Fixture {
    world: WorldAdapter,
    disk: std::path::PathBuf,
}

/// A root with links in and out, and a mod. The folder outlives the run; there is one per process.
fn fixture(disk: std::path::PathBuf) -> Fixture {
    let config = Config::new().root(RootKey::Game, disk.join("game"));
    let program = tests_started::program();
    let right = SessionAuthority::of(&program.wa);
    let (world, _) = WorldAdapter::open(config, Arc::clone(&program.wa));
    let (session, _) =
        world.load_session(&right, SessionConfig::new().mode(Mode::Ck3lens).with_mod("My Mod", disk.join("game/a")));
    world.replace_session(&right, world.default_session(), |_| session).unwrap();
    Fixture { world, disk }
}

fn disk() -> std::path::PathBuf {
    let disk = tempfile::tempdir().unwrap().keep();
    std::fs::create_dir_all(disk.join("game/a/b")).unwrap();
    std::fs::create_dir_all(disk.join("outside_only")).unwrap();
    std::fs::write(disk.join("outside_only/outside_only"), "x").unwrap();
    for (link, to) in [("game/in", "a"), ("game/out", "../outside_only"), ("game/a/up", ".."), ("game/loop", "loop")] {
        std::os::unix::fs::symlink(to, disk.join(link)).unwrap();
    }
    disk
}

thread_local!(static FIXTURE: RefCell<Fixture> = RefCell::new(fixture(disk())));

fuzz_target!(|input: &str| {
    FIXTURE.with_borrow_mut(|fixture| {
        if fixture.world.references_left() < 10 {
            *fixture = fixture_again(fixture);
        }
        let Fixture { world, disk } = &*fixture;
        let wrapper = &tests_started::program().wrapper;
        for existence in [Existence::Required, Existence::Optional] {
            let answer = wrapper.call::<AnyCode, _>("fuzz", |rb| {
                let (rb, found) = world.resolve(rb, world.default_session(), input, existence)?;
                let (rb, listing) = world.list(rb, &found, &Page::default())?;
                Ok(world.answer(rb, &listing))
            });
            assert_eq!(answer.code().layer(), "WA", "{}", answer.as_json());
            assert!(input.contains("outside_only") || !answer.as_json().contains("outside_only"));
            assert!(!answer.as_json().contains(disk.to_str().unwrap()));
        }
    });
});

fn fixture_again(old: &Fixture) -> Fixture {
    fixture(old.disk.clone())
}
