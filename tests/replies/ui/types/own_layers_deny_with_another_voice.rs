//! In this registry the house rules deny, and nobody else.
mod library {
    reply_kit::registry!("own_layers.toml");
}

use library::Shlf;
use library::rule::denied::LoanRefused;
use reply_kit::{AnyCode, ReplyBuilder, Terminal, Voice};

fn shelf<'c>(rb: ReplyBuilder<'c, AnyCode>, shelf: &Voice<Shlf>) -> Terminal<'c> {
    rb.denied(shelf, LoanRefused)
}

fn main() {}
