//! A call has a reply.
use reply_kit::{AnyCode, ReplyBuilder, Wrapper};

fn serve(wrapper: &Wrapper) {
    wrapper.call("silent", |_rb: ReplyBuilder<'_, AnyCode>| {});
}

fn main() {}
