//! A layer that no registry declares has no voice to speak with.
use reply_kit::{Layer, CodeTable, Voice};

struct Db;

impl Layer for Db {
    const NAME: &'static str = "DB";
    type Seal = ();
    fn registry() -> &'static CodeTable {
        &replies::REGISTRY
    }
}

fn speak(voices: replies::Voices) -> Voice<Db> {
    voices.mcp
}

fn main() {}
