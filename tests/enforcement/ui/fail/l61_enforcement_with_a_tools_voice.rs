//! A tool cannot open an enforcement of its own: that takes EN's voice.
use std::sync::Arc;

use enforcement::{Clock, Contracts, Desk, Enforcement, Journal};
use replies::Mcp;
use reply_kit::Voice;
use world_adapter::WorldAdapter;

fn open(
    voice: Arc<Voice<Mcp>>,
    world: Arc<WorldAdapter>,
    contracts: Arc<Contracts>,
    journal: Arc<dyn Journal>,
    desk: Arc<dyn Desk>,
    clock: Clock,
) -> Enforcement {
    Enforcement::new(voice, world, contracts, journal, desk, clock)
}

fn main() {}
