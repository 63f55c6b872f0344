//! Only enforcement can decide by where a target lies.
use reply_core::{Voice, Wa};
use world_adapter::{Domain, Resolved};

fn is_game(target: &Resolved, voice: &Voice<Wa>) -> bool {
    target.domain(voice) == Domain::Vanilla
}

fn main() {}
