//! Only enforcement makes a permit.
use enforcement::Permit;
use world_adapter::{Authorized, Write};

fn forge(authorized: Authorized<Write>) -> Permit<'static, Write> {
    Permit { authorized }
}

fn main() {}
