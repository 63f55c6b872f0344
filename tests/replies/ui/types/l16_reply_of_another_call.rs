//! A reply answers its own call.
use replies::mcp::success::Home;
use reply_core::{Mcp, NoData, Voice, Wrapper};

fn serve(wrapper: &Wrapper, mcp: &Voice<Mcp>) {
    let mut kept = None;
    wrapper.call("first", |rb| {
        kept = Some(rb);
        panic!("keeps its builder");
    });
    wrapper.call("second", |_rb| Ok(kept.unwrap().success(mcp, Home, &NoData)));
}

fn main() {}
