//! L61: an authorisation cannot be made without the authority.
use world_adapter::{Authorized, Delete, Resolved};

fn forge(target: Resolved) -> Authorized<Delete> {
    Authorized { target, operation: Delete }
}

fn main() {}
