//! L41: the handle behind a target is the adapter's alone.
use world_adapter::Resolved;

fn open(resolved: &Resolved) {
    let _ = resolved.target.opened.dir();
}

fn main() {}
