//! Only the wrapper hands out a builder.
fn forge<'c>() -> reply_kit::ReplyBuilder<'c, reply_kit::AnyCode> {
    reply_kit::ReplyBuilder::new()
}

fn main() {}
