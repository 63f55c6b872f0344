//! Only the builder makes a reply.
use reply_kit::{CodeRef, Reply};

fn forge<'c>(code: CodeRef) -> Reply<'c> {
    Reply { code }
}

fn main() {}
