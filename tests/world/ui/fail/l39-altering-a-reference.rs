//! L39: a reference cannot be turned to another place.
use world_adapter::VisibilityRef;

fn alter(mut reference: VisibilityRef, elsewhere: VisibilityRef) -> VisibilityRef {
    reference.address = elsewhere.address;
    reference
}

fn main() {}
