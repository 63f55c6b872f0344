//! A code written by hand is not given even by the layer and the ending that its enum names: only the macro's types are.
use replies::Wa;
use replies::wa::Invalid;
use reply_kit::__private::Variant;
use reply_kit::{AnyCode, CodeType, ReplyBuilder, Terminal, Voice};

struct Forged;

enum Mine {}

impl Variant<Forged> for Mine {
    type Codes = Invalid;
    const CODE: Invalid = Invalid::PathNotFound;
}

impl CodeType for Forged {
    type Variant = Mine;
}

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, wa: &Voice<Wa>) -> Terminal<'c> {
    rb.invalid(wa, Forged)
}

fn main() {}
