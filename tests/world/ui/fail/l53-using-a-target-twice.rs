//! L53: a target is consumed; a second change resolves again.
use world_adapter::{Authority, Delete, Resolved, Write};

fn twice(authority: &Authority, target: Resolved) {
    let _ = authority.authorize(target, Write::new("x"));
    let _ = authority.authorize(target, Delete);
}

fn main() {}
