//! Code that uses a good reply of a bad registry meets no second error.
reply_macros::registry!("stand_ins_hide_no_error.toml");

use reply_core::{Address, ReplyBuilder, Terminal, Voice, Wa};

fn not_found<'c>(rb: ReplyBuilder<'c>, wa: &Voice<Wa>, path: Address) -> Terminal<'c> {
    rb.invalid(wa, wa::invalid::PathNotFound { path })
}

fn main() {
    let _ = not_found;
    let _ = &REGISTRY;
}
