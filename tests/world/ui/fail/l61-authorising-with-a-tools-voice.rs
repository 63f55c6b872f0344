//! L61: a tool does not authorise the change that it wants to make.
use replies::Mcp;
use reply_kit::Voice;
use world_adapter::{Authority, Authorized, Delete, Resolved};

fn permit(tool: &Voice<Mcp>, target: Resolved) -> Authorized<Delete> {
    Authority::of(tool).authorize(target, Delete)
}

fn main() {}
