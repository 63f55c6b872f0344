//! A permit owns its target; it cannot be changed.
use enforcement::Permit;
use world_adapter::{Authorized, Write};

fn redirect(permit: &mut Permit<Write>, other: Authorized<Write>) {
    permit.authorized = other;
}

fn main() {}
