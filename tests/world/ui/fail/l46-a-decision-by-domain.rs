//! L46, L50: the world's own voice does not read the domain either.
use replies::Wa;
use reply_kit::Voice;
use world_adapter::{Domain, Resolved};

fn pre_check(resolved: &Resolved, voice: &Voice<Wa>) -> Domain {
    resolved.domain(voice)
}

fn main() {}
