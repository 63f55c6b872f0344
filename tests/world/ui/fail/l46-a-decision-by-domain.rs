//! L46, L50: the world's own voice does not read the domain either.
use reply_core::{Voice, Wa};
use world_adapter::{Domain, Resolved};

fn pre_check(resolved: &Resolved, voice: &Voice<Wa>) -> Domain {
    resolved.domain(voice)
}

fn main() {}
