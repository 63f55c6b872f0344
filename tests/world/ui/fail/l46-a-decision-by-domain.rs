//! L46, L50: without enforcement's voice nobody can decide by domain.
use world_adapter::{Domain, Resolved};

fn pre_check(resolved: &Resolved) -> bool {
    resolved.domain() == Domain::Wip
}

fn main() {}
