//! The variant that the macro gave to one type is not a variant of another.
use replies::wa::invalid::PathNotFound;
use reply_kit::CodeType;

struct Forged;

impl CodeType for Forged {
    type Variant = <PathNotFound as CodeType>::Variant;
}

fn main() {}
