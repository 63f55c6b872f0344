//! There is no reply out of nothing.
fn nothing<'c>() -> reply_kit::Reply<'c> {
    Default::default()
}

fn main() {}
