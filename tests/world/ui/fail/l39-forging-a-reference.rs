//! L39: a reference cannot be made by a caller.
use world_adapter::VisibilityRef;

fn forge(address: &reply_kit::Address) -> VisibilityRef {
    VisibilityRef { token: Default::default(), address: address.clone().into() }
}

fn main() {}
