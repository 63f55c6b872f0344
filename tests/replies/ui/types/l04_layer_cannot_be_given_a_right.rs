//! The legality table cannot be widened from outside.
impl reply_core::MayDeny for reply_core::Wa {}

fn main() {}
