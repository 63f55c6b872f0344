//! A success carries the data that the tool declares for it.
use replies::Mcp;
use replies::mcp::success::Home;
use reply_kit::{NoData, Reply, ReplyBuilder, ReplyData, Voice};

struct Pwd;

#[derive(ReplyData)]
struct Place {
    depth: u32,
}

reply_kit::codes!(Pwd { Home => NoData });

fn run<'c>(rb: ReplyBuilder<'c, Pwd>, voice: &Voice<Mcp>) -> Reply<'c> {
    rb.success(voice, Home, &Place { depth: 3 })
}

fn main() {}
