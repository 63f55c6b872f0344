//! A reply is immutable.
use reply_kit::{CodeRef, Reply};

fn relabel(mut reply: Reply<'_>, code: CodeRef) -> Reply<'_> {
    reply.code = code;
    reply
}

fn main() {}
