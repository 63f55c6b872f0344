//! Only enforcement can decide by where a target lies.
use replies::Wa;
use reply_kit::Voice;
use world_adapter::{Domain, Resolved};

fn is_game(target: &Resolved, voice: &Voice<Wa>) -> bool {
    target.domain(voice) == Domain::Vanilla
}

fn main() {}
