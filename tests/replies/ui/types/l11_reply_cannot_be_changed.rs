//! A reply is immutable.
use reply_core::{Code, Reply};

fn relabel(mut reply: Reply<'_>, code: Code) -> Reply<'_> {
    reply.code = code;
    reply
}

fn main() {}
