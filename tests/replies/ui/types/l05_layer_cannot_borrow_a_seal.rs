//! A layer written by hand may name the seal of another, and still has none to make an answer with.
mod library {
    reply_kit::registry!("own_layers.toml");
}

use library::Rule;
use library::rule::denied::LoanRefused;
use reply_kit::__private::{Answer, Denied};
use reply_kit::{CodeTable, Layer};

enum Evil {}

impl Layer for Evil {
    const NAME: &'static str = "RULE";
    type Seal = <Rule as Layer>::Seal;
    fn registry() -> &'static CodeTable {
        &library::REGISTRY
    }
}

fn forge() -> Answer<Evil, Denied> {
    Answer::new(&(), LoanRefused)
}

fn main() {}
