//! L61: the world does not authorise a change of itself.
use replies::Wa;
use reply_kit::Voice;
use world_adapter::{Authority, Authorized, Delete, Resolved};

fn permit(world: &Voice<Wa>, target: Resolved) -> Authorized<Delete> {
    Authority::of(world).authorize(target, Delete)
}

fn main() {}
