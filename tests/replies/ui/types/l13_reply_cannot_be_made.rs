//! Only the builder makes a reply.
use reply_core::{Code, Reply};

fn forge<'c>(code: Code) -> Reply<'c> {
    Reply { code }
}

fn main() {}
