//! A registry that cannot be read is replaced by what the lock has published.
reply_macros::registry!("stand_ins_from_the_lock.toml");

use reply_core::{Address, ReplyBuilder, Terminal, Voice, Wa};

fn not_found<'c>(rb: ReplyBuilder<'c>, wa: &Voice<Wa>, path: Address) -> Terminal<'c> {
    rb.invalid(wa, wa::invalid::PathNotFound { path })
}

fn main() {
    let _ = not_found;
}
