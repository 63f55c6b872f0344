//! L61: the authority is had with enforcement's voice, and in no other way.
use world_adapter::{Authority, Authorized, Delete, Resolved};

fn permit(target: Resolved) -> Authorized<Delete> {
    Authority::of().authorize(target, Delete)
}

fn main() {}
