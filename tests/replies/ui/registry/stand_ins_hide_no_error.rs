//! Code that uses a good reply of a bad registry meets no second error.
reply_kit::registry!("../../../../reply-registry/tests/registries/stand_ins_hide_no_error.toml");

use reply_kit::{Address, Declares, ReplyBuilder, Terminal, Voice};
use wa::invalid::PathNotFound;

fn not_found<'c, T: Declares<PathNotFound>>(rb: ReplyBuilder<'c, T>, wa: &Voice<Wa>, path: Address) -> Terminal<'c> {
    rb.invalid(wa, PathNotFound { path })
}

fn main() {
    let _ = not_found::<reply_kit::AnyCode>;
    let _ = &REGISTRY;
}
