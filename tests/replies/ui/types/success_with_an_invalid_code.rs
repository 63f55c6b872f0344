//! A code that the tool declares, with an ending that is not its own: one error, about the ending.
use replies::Wa;
use replies::mcp::success::Home;
use replies::wa::invalid::ModeNotInitialised;
use reply_kit::{NoData, Reply, ReplyBuilder, Voice};

struct Pwd;

reply_kit::codes!(Pwd { Home => NoData; ModeNotInitialised });

fn run<'c>(rb: ReplyBuilder<'c, Pwd>, wa: &Voice<Wa>) -> Reply<'c> {
    rb.success(wa, ModeNotInitialised, &NoData)
}

fn main() {}
