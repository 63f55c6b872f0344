//! The four pairs that are not in the table; each is an error of its own.
use reply_core::{Ct, En, MayDeny, MayInvalidate, Mcp, Wa};

fn denies<L: MayDeny>() {}
fn invalidates<L: MayInvalidate>() {}

fn main() {
    denies::<Wa>();
    denies::<Ct>();
    denies::<Mcp>();
    invalidates::<En>();
}
