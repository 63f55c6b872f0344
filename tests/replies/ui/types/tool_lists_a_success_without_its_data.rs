//! A success in a `codes!` list says which data it carries; behind the semicolon it would carry anything, stated nowhere.
use replies::Mcp;
use replies::mcp::success::Home;
use reply_kit::{Reply, ReplyBuilder, ReplyData, Text, Voice};

#[derive(ReplyData)]
struct Anything {
    anything: Text,
}

struct Pwd;

reply_kit::codes!(Pwd { ; Home });

fn pwd<'c>(rb: ReplyBuilder<'c, Pwd>, voice: &Voice<Mcp>) -> Reply<'c> {
    rb.success(voice, Home, &Anything { anything: "at all".into() })
}

fn main() {}
