//! Only the wrapper makes an envelope: its constructor is the crate's own.
use reply_kit::{CodeRef, Envelope};

fn forge(code: CodeRef) -> Envelope {
    Envelope::new(code, todo!(), None, todo!())
}

fn main() {}
