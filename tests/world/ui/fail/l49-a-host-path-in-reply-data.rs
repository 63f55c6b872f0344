//! L49: a path of the host is not reply data.
use std::path::PathBuf;

#[derive(reply_kit::ReplyData)]
struct Leaky {
    path: PathBuf,
}

fn main() {}
