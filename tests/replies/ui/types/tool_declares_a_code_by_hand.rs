//! What a tool declares stands in its `codes!` list.
use replies::mcp::error::Overloaded;
use replies::mcp::success::Home;
use reply_kit::{Declares, NoData};

struct Pwd;

reply_kit::codes!(Pwd { Home => NoData });

impl Declares<Overloaded> for Pwd {}

fn main() {}
