//! L39, L40: a reference is written as its address, and cannot be read back from it.
use world_adapter::VisibilityRef;

fn read_back(text: &str) -> VisibilityRef {
    text.parse::<VisibilityRef>().unwrap()
}

fn main() {}
