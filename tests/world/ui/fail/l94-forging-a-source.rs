//! L94: a source comes from `WorldAdapter::sources`, which resolves it.
use world_adapter::{WorldAddress, WorldSource};

fn forge(address: WorldAddress) -> WorldSource {
    WorldSource { address }
}

fn main() {}
