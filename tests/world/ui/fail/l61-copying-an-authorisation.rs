//! L61: an authorisation cannot be copied.
use world_adapter::{Authorized, Delete};

fn copy(permit: &Authorized<Delete>) -> Authorized<Delete> {
    Clone::clone(permit)
}

fn main() {}
