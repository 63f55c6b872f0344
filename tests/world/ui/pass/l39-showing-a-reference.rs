//! L39: the twin that compiles: a reference shows as its address.
use world_adapter::VisibilityRef;

fn show(reference: &VisibilityRef) -> (String, String, reply_kit::Address) {
    (reference.to_string(), format!("{reference:?}"), reference.address().clone())
}

fn main() {
    let _ = show;
}
