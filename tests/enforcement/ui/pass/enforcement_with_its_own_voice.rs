//! Enforcement takes EN's voice.
use std::sync::Arc;

use enforcement::{Clock, Contracts, Desk, Enforcement, Journal};
use replies::En;
use reply_kit::Voice;
use world_adapter::WorldAdapter;

fn open(
    voice: Arc<Voice<En>>,
    world: Arc<WorldAdapter>,
    contracts: Arc<Contracts>,
    journal: Arc<dyn Journal>,
    desk: Arc<dyn Desk>,
    clock: Clock,
) -> Enforcement {
    Enforcement::new(voice, world, contracts, journal, desk, clock)
}

fn main() {
    let _ = open;
}
