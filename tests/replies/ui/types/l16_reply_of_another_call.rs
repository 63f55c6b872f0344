//! A reply answers its own call.
use replies::mcp::success::Home;
use replies::Mcp;
use reply_kit::{AnyCode, NoData, ReplyBuilder, Voice, Wrapper};

fn serve(wrapper: &Wrapper, mcp: &Voice<Mcp>) {
    let mut kept = None;
    wrapper.call("first", |rb: ReplyBuilder<'_, AnyCode>| {
        kept = Some(rb);
        panic!("keeps its builder");
    });
    wrapper.call("second", |_rb: ReplyBuilder<'_, AnyCode>| Ok(kept.unwrap().success(mcp, Home, &NoData)));
}

fn main() {}
