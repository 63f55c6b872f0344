//! Only the wrapper makes an envelope.
use reply_kit::{CodeRef, Envelope};

fn forge(code: CodeRef) -> Envelope {
    Envelope { code }
}

fn main() {}
