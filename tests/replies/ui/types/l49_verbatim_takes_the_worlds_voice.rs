//! Only what reads files can say that something is file content.
use replies::Mcp;
use reply_kit::{Verbatim, Voice};

fn smuggle(mcp: &Voice<Mcp>) -> Verbatim {
    Verbatim::read_from_file(mcp, String::from("/home/nate"))
}

fn main() {}
