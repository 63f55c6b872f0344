//! L35: only the adapter resolves. Nobody else can put a target together.
use world_adapter::{Address, Resolved, VisibilityRef};

fn resolve(address: Address, reference: VisibilityRef) -> Resolved {
    Resolved { address, reference }
}

fn main() {}
