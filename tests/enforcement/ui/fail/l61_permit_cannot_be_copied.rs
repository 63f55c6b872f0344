//! A permit is for once.
use enforcement::Permit;
use world_adapter::Write;

fn share(permit: &Permit<Write>) -> Permit<Write> {
    permit.clone()
}

fn main() {}
