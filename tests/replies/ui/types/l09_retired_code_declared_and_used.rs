//! A tool that lists and gives a code that is gone: one error, in the list.
mod library {
    reply_kit::registry!("own_layers.toml");
}

use library::Shlf;
use library::shlf::invalid::BookAway;
use library::shlf::success::BookFound;
use reply_kit::{NoData, ReplyBuilder, Terminal, Voice};

struct Find;

reply_kit::codes!(Find { BookFound => NoData; BookAway });

fn run<'c>(rb: ReplyBuilder<'c, Find>, shlf: &Voice<Shlf>) -> Terminal<'c> {
    rb.invalid(shlf, BookAway)
}

fn main() {}
