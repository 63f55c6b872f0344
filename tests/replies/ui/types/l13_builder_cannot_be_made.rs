//! Only the wrapper hands out a builder.
fn forge<'c>() -> reply_core::ReplyBuilder<'c> {
    reply_core::ReplyBuilder::new()
}

fn main() {}
