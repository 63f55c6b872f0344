//! The generated playset as a session sees it: every file comes through the world adapter.

use std::path::PathBuf;
use std::sync::Arc;

use ck3_lens::SessionSources;
use replies::wa::success::AddressResolved;
use reply_kit::{AnyCode, NoData, ReplyBuilder};
use world_adapter::{Config, Mode, RootKey, SessionAuthority, SessionConfig, WorldAdapter};

/// Opens the game and the mods, and resolves a session's sources.
pub(crate) fn sources(folders: &[PathBuf]) -> Arc<SessionSources> {
    let program = tests_started::program();
    let (world, _) = WorldAdapter::open(Config::new().root(RootKey::Game, &folders[0]), Arc::clone(&program.wa));
    let mods = folders[1..].iter().enumerate();
    let config = mods.fold(SessionConfig::new().mode(Mode::Ck3lens), |config, (number, folder)| {
        config.with_mod(format!("Mod {number}"), folder)
    });
    let right = SessionAuthority::of(&program.wa);
    let (session, _) = world.load_session(&right, config);
    world.replace_session(&right, world.default_session(), |_| session).unwrap();
    let mut found = None;
    program.wrapper.call("bench", |rb: ReplyBuilder<'_, AnyCode>| {
        let (rb, sources) = world.sources(rb, world.default_session())?;
        found = Some(sources);
        Ok(rb.success(&program.wa, AddressResolved, &NoData))
    });
    let found = found.unwrap();
    assert_eq!(found.opened.len(), folders.len());
    Arc::new(SessionSources::new(found))
}
