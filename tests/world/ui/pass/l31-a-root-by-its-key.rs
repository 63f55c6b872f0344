//! L31: the twin that compiles.
use world_adapter::{Config, RootKey};

fn main() {
    let _ = Config::new().root(RootKey::Game, "x");
    assert!(RootKey::from_name("downloads").is_none());
}
