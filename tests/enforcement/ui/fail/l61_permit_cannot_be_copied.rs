//! A permit is for once.
use enforcement::Permit;
use world_adapter::Write;

fn share<'a>(permit: &Permit<'a, Write>) -> Permit<'a, Write> {
    permit.clone()
}

fn main() {}
