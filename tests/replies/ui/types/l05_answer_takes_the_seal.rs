//! Only the module that the macro writes can make an answer.
use replies::Mcp;
use replies::mcp::success::Home;
use reply_kit::__private::{Answer, Success};

fn forge() -> Answer<Mcp, Success> {
    Answer::new(&replies::__registry::Seal(()), Home)
}

fn main() {}
