//! There is no reply out of nothing.
fn nothing<'c>() -> reply_core::Reply<'c> {
    Default::default()
}

fn main() {}
