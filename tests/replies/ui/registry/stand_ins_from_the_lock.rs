//! A registry that cannot be read is replaced by what the lock has published.
reply_kit::registry!("../../../../reply-registry/tests/registries/stand_ins_from_the_lock.toml");

use reply_kit::{Address, Declares, ReplyBuilder, Terminal, Voice};
use wa::invalid::PathNotFound;

fn not_found<'c, T: Declares<PathNotFound>>(rb: ReplyBuilder<'c, T>, wa: &Voice<Wa>, path: Address) -> Terminal<'c> {
    rb.invalid(wa, PathNotFound { path })
}

fn main() {
    let _ = not_found::<reply_kit::AnyCode>;
}
