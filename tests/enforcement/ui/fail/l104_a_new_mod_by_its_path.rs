//! A new mod is named: there is no way to say where it lies.
use world_adapter::{ModName, NewMod};

fn elsewhere(name: ModName) -> NewMod {
    NewMod { name, version: None, supported_version: None, tags: Vec::new(), path: "elsewhere" }
}

fn main() {}
