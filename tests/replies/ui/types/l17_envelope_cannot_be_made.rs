//! Only the wrapper makes an envelope.
use reply_core::{Code, Envelope};

fn forge(code: Code) -> Envelope {
    Envelope { code }
}

fn main() {}
