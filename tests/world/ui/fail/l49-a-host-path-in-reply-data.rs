//! L49: a host path is not reply data.
use std::path::PathBuf;

#[derive(reply_kit::ReplyData)]
struct Leaky {
    path: PathBuf,
}

fn main() {}
