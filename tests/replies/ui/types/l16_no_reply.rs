//! A call has a reply.
use reply_core::{ReplyBuilder, Wrapper};

fn serve(wrapper: &Wrapper) {
    wrapper.call("silent", |_rb: ReplyBuilder<'_>| {});
}

fn main() {}
