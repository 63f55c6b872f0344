//! There are four layers.
struct Db;
impl reply_core::Layer for Db {
    const NAME: &'static str = "DB";
}

fn main() {}
